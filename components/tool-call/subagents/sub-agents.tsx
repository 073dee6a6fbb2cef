import { useMessage, useSubagents } from "@/hooks";
import type { ChatMessage, Subagent } from "@/lib/store";
import { AnswerEndNote, AnswerText } from "../../message-text";
import { Foldable } from "../../ui/foldable";
import { Icon, type IconName } from "../../ui/icon";
import { useStrings } from "../../ui/strings";
import { StepNotes } from "../notes";
import { ToolCallGroup } from "../tool-call-group";

const ICONS: Readonly<Record<Subagent["status"], IconName>> = {
  running: "live",
  waiting: "decision",
  done: "check",
  failed: "alert",
};

/** The agents that work for a call, each with what it says and calls itself, as far as this page has followed them. */
export function SubAgents({ callKey }: { callKey: string }) {
  const strings = useStrings();
  const agents = useSubagents(callKey);
  if (agents.length === 0) return null;
  return (
    <ul className="tw:grid tw:grid-cols-[minmax(0,1fr)] tw:gap-1" aria-label={strings.subAgents.list}>
      {agents.map((agent) => (
        <li key={agent.id}>
          <SubAgent agent={agent} />
        </li>
      ))}
    </ul>
  );
}

/** One of them. What a graph says that is a node stands in the thread, and only its state is told here. */
export function SubAgent({ agent: { id, namespace, name, status, messageIds } }: { agent: Subagent }) {
  const { subAgents: words } = useStrings();
  const row = (
    <>
      <Icon name={ICONS[status]} size="s" />
      <span>
        <bdi>{name}</bdi>
        <span className="tw:text-ink-3"> · {words.status[status]}</span>
      </span>
    </>
  );
  if (!namespace.some((step) => step.startsWith("tools:"))) return <p className="tw-note">{row}</p>;
  return (
    // One that was seen at work stays as it is: nothing folds under the eyes of who reads.
    <Foldable row={row} isOpenAtFirst={status === "running" || status === "waiting"}>
      <div className="tw:grid tw:grid-cols-[minmax(0,1fr)] tw:gap-3 tw:border-s-2 tw:border-line tw:ps-3.5 tw:text-s">
        {messageIds.map((messageId) => (
          <SubAgentMessage key={messageId} id={messageId} />
        ))}
        <StepNotes place={id} />
      </div>
    </Foldable>
  );
}

/** What it was asked stands in the call above it, and what its tools gave in their own cards. */
function SubAgentMessage({ id }: { id: string }) {
  const message = useMessage(id);
  return (
    <>
      <StepNotes place={id} />
      {message?.type === "ai" && <Said message={message} />}
    </>
  );
}

function Said({ message }: { message: ChatMessage }) {
  return (
    <>
      <AnswerText message={message} />
      <ToolCallGroup callKeys={message.callKeys} isLive={message.isStreaming} isWriting={message.isStreaming} />
      {message.end && <AnswerEndNote end={message.end} mayGoOn={false} isBusy={false} />}
    </>
  );
}
