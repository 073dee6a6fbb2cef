import { type BaseMessage, type BaseMessageChunk, isBaseMessage, isBaseMessageChunk } from "@langchain/core/messages";
import type { Emit } from "./graph-event";
import { shortMetadata } from "./message-delta";
import { stringifyWire } from "./stringify-wire";

/** Encodes the mode `messages`: whole messages, each piece with everything before it. */
export type WholeMessageEncoder = {
  addPiece(message: BaseMessage, metadata: Readonly<Record<string, unknown>>): void;
  /** A snapshot of the root's state: its messages that have not been told as complete are. */
  addValues(values: unknown): void;
};

/**
 * The mode `messages`: `messages/metadata` once a message, `messages/partial` with the message so far, and
 * `messages/complete` once it is part of the state. Its cost grows with the square of an answer; `messages-tuple` is
 * the mode for long ones. Source: LangGraph's server.
 */
export function createWholeMessageEncoder(emit: Emit): WholeMessageEncoder {
  const growing = new Map<string, BaseMessageChunk>();
  const described = new Set<string>();
  const completed = new Set<string>();

  return {
    addPiece(message, metadata) {
      const { id } = message;
      if (id === undefined || completed.has(id)) return;
      if (!described.has(id)) {
        described.add(id);
        emit("messages/metadata", JSON.stringify({ [id]: { metadata: shortMetadata(metadata) } }));
      }
      if (!isBaseMessageChunk(message)) {
        completed.add(id);
        emit("messages/complete", stringifyWire([message]));
        return;
      }
      const before = growing.get(id);
      const whole = before ? before.concat(message) : message;
      growing.set(id, whole);
      emit("messages/partial", stringifyWire([whole]));
    },
    addValues(values) {
      const messages = (values as { messages?: unknown } | null | undefined)?.messages;
      if (!Array.isArray(messages)) return;
      for (const message of messages) {
        if (!isBaseMessage(message) || message.id === undefined || completed.has(message.id)) continue;
        completed.add(message.id);
        growing.delete(message.id);
        emit("messages/complete", stringifyWire([message]));
      }
    },
  };
}
