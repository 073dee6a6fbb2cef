import { useTransport } from "../server/use-transport";

/** Where the page loads a path of this server, such as that of an attachment; undefined where the server has none. */
export function useAttachmentAddress(): ((path: string) => string) | undefined {
  return useTransport("useAttachmentAddress")?.attachments?.addressOf;
}
