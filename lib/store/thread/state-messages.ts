import { readWireMessage, type ThreadState } from "@/lib/protocol";
import { attachmentOf, readMedia } from "../view/attached-media";
import { readContentText } from "../view/content-text";
import type { OwnMessage } from "./own-message";

/** The messages of a state; undefined where the graph keeps none. */
export function messagesOf(state: ThreadState | undefined): readonly unknown[] | undefined {
  const values = state?.values;
  if (typeof values !== "object" || values === null || !("messages" in values)) return undefined;
  return Array.isArray(values.messages) ? values.messages : undefined;
}

/** True when the state has a message with this id. */
export function hasMessage(state: ThreadState | undefined, id: string): boolean {
  return idsOf(messagesOf(state)).has(id);
}

/** The ids of a state's messages. */
export function idsOf(messages: readonly unknown[] = []): ReadonlySet<string> {
  const ids = messages.map((message) =>
    typeof message === "object" && message !== null && "id" in message ? message.id : undefined,
  );
  return new Set(ids.filter((id) => typeof id === "string"));
}

/** The person's message at the end of a state: nothing answered it. Undefined where something did. */
export function lastHuman(state: ThreadState | undefined): OwnMessage | undefined {
  const read = readWireMessage(messagesOf(state)?.at(-1));
  if (!read.success || read.data.type !== "human" || !read.data.id) return undefined;
  const { id, content } = read.data;
  const attachments = readMedia(content).flatMap((media) => attachmentOf(media) ?? []);
  return { id, text: readContentText(read.data).text, ...(attachments.length === 0 ? {} : { attachments }) };
}
