import { useAgentContext } from "../agent/agent-context";

/** Where the page loads a path of this server, such as that of an attachment; undefined where the server has none. */
export function useAttachmentAddress(): ((path: string) => string) | undefined {
  return useAgentContext("useAttachmentAddress").transport.attachments?.addressOf;
}
