import { type ClipboardEvent, type KeyboardEvent, type RefObject, useState } from "react";
import { useAgent, useLastOwn, useQuestions } from "@/hooks";
import { AttachButton, AttachedFiles, DropTarget, RefusedFiles, useAttaching } from "../attachments";
import { useEditing } from "../message";
import { BUSY_STATUSES } from "../ui/busy-statuses";
import { Button, IconButton } from "../ui/button";
import { isComposing } from "../ui/is-composing";
import { useStrings } from "../ui/strings";
import { ComposerText } from "./composer-text";
import { MessageQueue } from "./message-queue";
import { MicrophoneButton } from "./microphone-button";
import { pastedFiles } from "./pasted-files";
import { AgentPicker } from "./picker";
import { QuestionBox } from "./question-box";
import { SendingLine } from "./sending-line";
import { useSending } from "./use-sending";

/**
 * Where the person writes. Enter sends, Shift+Enter breaks the line, a word being composed is never sent. Files are picked,
 * pasted, or dropped anywhere on the chat.
 */
export function Composer({
  agentTitle,
  textRef,
}: {
  agentTitle: string;
  textRef: RefObject<HTMLTextAreaElement | null>;
}) {
  const strings = useStrings();
  const { status, stop } = useAgent();
  const questions = useQuestions();
  const [isUnheard, setIsUnheard] = useState(false);
  const lastOwn = useLastOwn();
  const editing = useEditing();
  const isRunning = BUSY_STATUSES.has(status);
  const question = questions[0];
  const isAsked = question !== undefined;
  const attaching = useAttaching();
  const { limits, takesNone, add } = attaching;
  const sending = useSending(attaching, isAsked);
  const label = placeholder(strings, agentTitle, isRunning, isAsked);

  /** The button that was pressed goes: the person goes on writing. */
  const thenWrite = (act: () => void) => () => {
    textRef.current?.focus();
    act();
  };
  const send = thenWrite(sending.send);
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (
      event.key === "ArrowUp" &&
      sending.text === "" &&
      sending.isEmpty &&
      !isRunning &&
      lastOwn !== undefined &&
      !isComposing(event)
    ) {
      event.preventDefault();
      editing.begin(lastOwn, textRef.current);
      return;
    }
    if (event.key !== "Enter" || event.shiftKey || isComposing(event)) return;
    event.preventDefault();
    if (!sending.isEmpty) send();
  };
  const onPaste = (event: ClipboardEvent) => {
    const files = takesNone ? [] : pastedFiles(event.clipboardData);
    if (files.length === 0) return;
    event.preventDefault();
    add(files);
  };

  return (
    <div>
      <SendingLine state={sending.state} onCancel={thenWrite(sending.cancel)} />
      <RefusedFiles refused={attaching.refused} limits={limits} onDismiss={thenWrite(attaching.dismissRefused)} />
      {isUnheard && (
        <p role="alert" className="tw:px-1 tw:pb-2 tw:text-xs tw:text-error">
          {strings.notHeard}
        </p>
      )}
      <MessageQueue textRef={textRef} />
      {isAsked && <QuestionBox question={question} onAnswer={sending.answer} />}
      {!takesNone && <DropTarget limits={limits} onFiles={add} />}
      <div className="tw-composer">
        <AttachedFiles files={attaching.files} onDetach={attaching.detach} onRetry={attaching.retry} />
        <ComposerText
          textRef={textRef}
          label={label}
          value={sending.text}
          onChange={sending.change}
          onKeyDown={onKeyDown}
          onPaste={onPaste}
        />
        <div className="tw:flex tw:items-center tw:gap-1">
          {limits !== undefined && <AttachButton limits={limits} isDisabled={isAsked} onFiles={add} />}
          <MicrophoneButton text={sending.text} setText={sending.change} onFailed={setIsUnheard} />
          <AgentPicker agentTitle={agentTitle} />
          {/* Nothing that stays stands where Stop comes and goes. */}
          <span className="tw:flex-1" />
          {isRunning && (
            <>
              <span className="tw-escape-hint">
                <kbd className="tw:rounded-s tw:border tw:border-line tw:bg-surface tw:px-1 tw:font-[inherit]">
                  {strings.escape}
                </kbd>{" "}
                {strings.escapeStops}
              </span>
              <Button icon="stop" disabled={status === "stopping"} onClick={thenWrite(() => void stop())}>
                {strings.stop}
              </Button>
            </>
          )}
          <IconButton
            icon="send"
            isFilled
            label={isRunning ? strings.queueMessage : strings.send}
            disabled={sending.isEmpty || sending.state === "waiting"}
            onClick={send}
          />
        </div>
      </div>
    </div>
  );
}

function placeholder(
  strings: ReturnType<typeof useStrings>,
  agentTitle: string,
  isRunning: boolean,
  isAsked: boolean,
): string {
  if (isAsked) return strings.answer(agentTitle);
  return isRunning ? strings.addToQueue : strings.message(agentTitle);
}
