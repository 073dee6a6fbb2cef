import { type KeyboardEvent, type RefObject, useState } from "react";
import { useAgent, useDraft, useQuestions } from "@/hooks";
import { BUSY_STATUSES } from "../ui/busy-statuses";
import { Button, IconButton } from "../ui/button";
import { isComposing } from "../ui/is-composing";
import { useStrings } from "../ui/strings-context";
import { ComposerText } from "./composer-text";
import { MessageQueue } from "./message-queue";
import { ModelLabel } from "./model-label";
import { QuestionBox } from "./question-box";

/**
 * Where the person writes. Enter sends, Shift+Enter breaks the line, a word being composed is never sent.
 * The text leaves with the message; when the message cannot be sent it is back.
 */
export function Composer({
  agentTitle,
  textRef,
}: {
  agentTitle: string;
  textRef: RefObject<HTMLTextAreaElement | null>;
}) {
  const strings = useStrings();
  const { status, submit, stop } = useAgent();
  const questions = useQuestions();
  const { text, setText } = useDraft();
  const [isUnsent, setIsUnsent] = useState(false);
  const isRunning = BUSY_STATUSES.has(status);
  const question = questions[0];
  const label = placeholder(strings, agentTitle, isRunning, question !== undefined);

  const send = async (message: string) => {
    if (message.trim() === "") return;
    setIsUnsent(false);
    try {
      await submit(message);
    } catch {
      // What was typed in the meantime stays, behind what could not be sent.
      setText((typed) => (typed === "" ? message : `${message}\n${typed}`));
      setIsUnsent(true);
    }
  };
  const sendText = () => {
    if (text.trim() === "") return;
    setText("");
    textRef.current?.focus();
    void send(text);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || event.shiftKey || isComposing(event)) return;
    event.preventDefault();
    sendText();
  };

  return (
    <div>
      {isUnsent && (
        <p role="alert" className="tw:px-1 tw:pb-2 tw:text-xs tw:text-error">
          {strings.notSent}
        </p>
      )}
      <MessageQueue />
      {question !== undefined && <QuestionBox question={question} onAnswer={(answer) => void send(answer)} />}
      <div className="tw-composer">
        <ComposerText textRef={textRef} label={label} value={text} onChange={setText} onKeyDown={onKeyDown} />
        <div className="tw:flex tw:items-center tw:gap-1">
          <ModelLabel agentTitle={agentTitle} />
          <span className="tw:flex-1" />
          {isRunning && (
            <>
              <span className="tw:@max-wide/toolweave:hidden tw:px-1 tw:text-xs tw:text-ink-3">
                <kbd className="tw:rounded-s tw:border tw:border-line tw:bg-surface tw:px-1 tw:font-[inherit]">
                  {strings.escape}
                </kbd>{" "}
                {strings.escapeStops}
              </span>
              <Button
                icon="stop"
                disabled={status === "stopping"}
                onClick={() => {
                  textRef.current?.focus();
                  void stop();
                }}
              >
                {strings.stop}
              </Button>
            </>
          )}
          <IconButton
            icon="send"
            isFilled
            label={isRunning ? strings.queueMessage : strings.send}
            disabled={text.trim() === ""}
            onClick={sendText}
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
