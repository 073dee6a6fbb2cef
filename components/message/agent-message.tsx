import { useAgent } from "@/hooks";
import type { ChatMessage } from "@/lib/store";
import { MessageMediaList } from "../attachments";
import { AnswerEndNote, AnswerText } from "../message-text";
import { ToolCallGroup } from "../tool-call";
import { IconButton } from "../ui/button";
import { CopyButton } from "../ui/export/copy-button";
import { useStrings } from "../ui/strings";
import { MessageFeedback } from "./feedback";
import { isBlank } from "./is-blank";
import { MessageVersions } from "./message-versions";
import { Reasoning } from "./reasoning";
import { ServerCalls } from "./server-calls";
import { UsageLine } from "./usage-line";

/** One answer of the agent: its reasoning, its text, its tool calls, in the order in which a model writes them. */
export function AgentMessage({
  message,
  isLive,
  isNewest,
  isBusy,
}: {
  message: ChatMessage;
  isLive: boolean;
  isNewest: boolean;
  isBusy: boolean;
}) {
  const strings = useStrings();
  const { regenerate } = useAgent();
  const isEndOfTurn = message.callKeys.length === 0 && !message.isStreaming;
  return (
    <div
      className="tw-step tw:grid tw:grid-cols-[minmax(0,1fr)] tw:gap-3"
      data-knot={isLive ? "live" : "agent"}
      data-message={message.id}
    >
      <h2 className="tw-unseen">{strings.agent}</h2>
      {message.reasoning !== "" && <Reasoning message={message} />}
      {message.serverCalls && <ServerCalls calls={message.serverCalls} />}
      <AnswerText message={message}>
        <MessageMediaList media={message.media} />
      </AnswerText>
      <ToolCallGroup callKeys={message.callKeys} isLive={isLive} isWriting={message.isStreaming} />
      {isBlank(message) && !isLive && <p className="tw:text-s tw:text-ink-3">{strings.emptyAnswer}</p>}
      {message.end && (
        <AnswerEndNote end={message.end} mayGoOn={isNewest && isEndOfTurn} isBusy={isBusy || message.isStreaming} />
      )}
      {isEndOfTurn ? (
        <div className="tw-message-actions">
          {message.usage && <UsageLine usage={message.usage} model={message.model} timing={message.timing} />}
          <MessageVersions message={message} isDisabled={isBusy} />
          <IconButton
            icon="retry"
            label={strings.writeAgain}
            disabled={isBusy}
            onClick={({ currentTarget }) => {
              currentTarget.closest<HTMLElement>("section")?.focus({ preventScroll: true }); // this answer goes
              void regenerate(message.id);
            }}
          />
          {message.text !== "" && <CopyButton label={strings.copyMessage} text={() => message.text} />}
          <MessageFeedback messageId={message.id} />
        </div>
      ) : (
        message.usage && !message.isStreaming && <UsageLine usage={message.usage} model={message.model} />
      )}
    </div>
  );
}
