import { readWireMessage, type ThreadState } from "@/lib/protocol";
import { attachmentsOf, readMedia } from "../../view/attached-media";
import { readContentText } from "../../view/content-text";
import type { OwnMessage } from "../own-message";

/** The messages of a state; undefined where the graph keeps none. */
export function messagesOf(state: ThreadState | undefined): readonly unknown[] | undefined {
  const values = state?.values;
  if (typeof values !== "object" || values === null || !("messages" in values)) return undefined;
  return Array.isArray(values.messages) ? values.messages : undefined;
}

/** A state that has messages, with these in their place. */
export function withMessages(state: ThreadState, messages: readonly unknown[]): ThreadState {
  return { ...state, values: { ...(state.values as object), messages } }; // an object: it has messages
}

/** True when the state has a message with this id. */
export function hasMessage(state: ThreadState | undefined, id: string): boolean {
  return idsOf(messagesOf(state)).has(id);
}

/** The ids of a state's messages. */
export function idsOf(messages: readonly unknown[] = []): ReadonlySet<string> {
  return new Set(messages.flatMap((message) => idOf(message) ?? []));
}

/** The id of a state's message; undefined where it has none. */
export function idOf(message: unknown): string | undefined {
  if (typeof message !== "object" || message === null || !("id" in message)) return undefined;
  return typeof message.id === "string" && message.id !== "" ? message.id : undefined;
}

/** The person's message at the end of a state: nothing answered it. Undefined where something did. */
export function lastHuman(state: ThreadState | undefined): OwnMessage | undefined {
  const read = readWireMessage(messagesOf(state)?.at(-1));
  if (!read.success || read.data.type !== "human" || !read.data.id) return undefined;
  const { id, content } = read.data;
  return { id, text: readContentText(read.data).text, attachments: attachmentsOf(readMedia(content)) };
}
