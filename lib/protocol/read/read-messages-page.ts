import type { MessagesPage, PlacedMessage } from "../messages-page";
import { message, withWireType } from "./read-message";
import { type Check, finite, listOf, object, type Read, reader, text } from "./shape";

const textOrNull: Check = (value) => (value === null ? undefined : text(value));

const placedMessage = object<PlacedMessage>({
  message,
  position: finite,
  checkpoint_id: textOrNull,
  parent_checkpoint_id: textOrNull,
  siblings: listOf(object<PlacedMessage["siblings"][number]>({ checkpoint_id: text, head_checkpoint_id: text })),
});

const read = reader<MessagesPage>(
  object<MessagesPage>({
    thread_id: text,
    checkpoint_id: textOrNull,
    messages: listOf(placedMessage),
    total: finite,
    next_before: textOrNull,
  }),
);

/** Reads a page of messages as `messagesPageSchema` does. */
export function readMessagesPage(value: unknown): Read<MessagesPage> {
  const found = read(value);
  if (!found.success) return found;
  const messages = found.data.messages.map((placed) => ({ ...placed, message: withWireType(placed.message) }));
  return { success: true, data: { ...found.data, messages } };
}
