import { memo } from "react";
import { useMessage } from "@/hooks";
import { AgentMessage } from "./agent-message";
import { isBlank } from "./is-blank";
import { PersonMessage } from "./person-message";

/** One message as a knot on the warp. System messages are not for the person and draw nothing. */
export const MessageStep = memo(function MessageStep({
  id,
  isNewest,
  isBusy,
}: {
  id: string;
  isNewest: boolean;
  isBusy: boolean;
}) {
  const message = useMessage(id);
  if (message === undefined) return null;
  switch (message.type) {
    case "human":
      return <PersonMessage message={message} isBusy={isBusy} />;
    case "ai":
    case "other":
      if (isBlank(message) && !isNewest) return null; // what passes from node to node of a graph is often that
      return <AgentMessage message={message} isLive={message.isStreaming || (isNewest && isBusy)} isBusy={isBusy} />;
    case "tool":
    case "system":
      return null;
    default:
      return message.type satisfies never;
  }
});
