import { memo } from "react";
import { useMessage } from "@/hooks";
import { StepNotes } from "../tool-call";
import { AgentMessage } from "./agent-message";
import { isBlank } from "./is-blank";
import { PersonMessage } from "./person-message";

type Props = { id: string; isNewest: boolean; isBusy: boolean };

/** One message as a knot on the warp, and before it what the graph told on the way to it. */
export const MessageStep = memo(function MessageStep(props: Props) {
  return (
    <>
      <StepNotes place={props.id} />
      <Message {...props} />
      {props.isNewest && <StepNotes place="" />}
    </>
  );
});

/** System messages are not for the person and draw nothing. */
function Message({ id, isNewest, isBusy }: Props) {
  const message = useMessage(id);
  if (message === undefined) return null;
  switch (message.type) {
    case "human":
      return <PersonMessage message={message} isBusy={isBusy} />;
    case "ai":
    case "other":
      if (isBlank(message) && !isNewest) return null; // what passes from node to node of a graph is often that
      return (
        <AgentMessage
          message={message}
          isLive={message.isStreaming || (isNewest && isBusy)}
          isNewest={isNewest}
          isBusy={isBusy}
        />
      );
    case "tool":
    case "system":
      return null;
    default:
      return message.type satisfies never;
  }
}
