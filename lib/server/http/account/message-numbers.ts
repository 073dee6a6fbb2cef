import { createHash } from "node:crypto";
import type { BaseMessage } from "@langchain/core/messages";
import { Send } from "@langchain/langgraph";
import { isMessageList } from "../../persistence/checkpoints/message-lists";

/** Messages `first` to `last` of the archive's list, both included. */
export type NumberRange = readonly [first: number, last: number];

/**
 * Numbers messages in the order in which they are first met. Lists of messages are then told by ranges of numbers, of which a
 * branch has a few: told one by one, a thread's checkpoints would take the square of its messages.
 */
export type MessageNumbers = {
  /** The messages in a value that were not met before, wherever their lists stand: each tool call is given the whole state. */
  meet(value: unknown): BaseMessage[];
  /**
   * The value with `{ message_numbers }` in place of its lists of messages. One with a message that has no id yet, as a client
   * may send it, or that was never met, stays.
   */
  put(value: unknown): unknown;
};

export function createMessageNumbers(): MessageNumbers {
  const numbers = new Map<string, number>();
  /** Checkpoints share what they have in common, so that most messages need no second look. */
  const known = new WeakMap<BaseMessage, string>();

  /** An edited message has the id of the one before, and both are kept. */
  function keyOf(message: BaseMessage): string {
    const key = known.get(message) ?? digestOf([message.id, message.content]);
    known.set(message, key);
    return key;
  }

  function rangesOf(messages: readonly BaseMessage[]): NumberRange[] | undefined {
    const ranges: [number, number][] = [];
    for (const message of messages) {
      const number = numbers.get(keyOf(message));
      if (number === undefined) return undefined;
      const last = ranges.at(-1);
      if (last && last[1] + 1 === number) last[1] = number;
      else ranges.push([number, number]);
    }
    return ranges;
  }

  return {
    meet(value) {
      const met: BaseMessage[] = [];
      walk(value, (messages) => {
        for (const message of messages) {
          if (numbers.has(keyOf(message))) continue;
          numbers.set(keyOf(message), numbers.size);
          met.push(message);
        }
        return undefined;
      });
      return met;
    },
    put: (value) =>
      walk(value, (messages) => {
        const ranges = rangesOf(messages);
        return ranges && { message_numbers: ranges };
      }),
  };
}

/** The value with what `replace` gives in place of its lists of messages; `undefined` leaves one as it is. */
function walk(value: unknown, replace: (messages: readonly BaseMessage[]) => object | undefined): unknown {
  if (isMessageList(value)) {
    const hasIds = value.every(({ id }) => id !== undefined);
    return (hasIds ? replace(value) : undefined) ?? value;
  }
  if (Array.isArray(value)) return value.map((item) => walk(item, replace));
  if (!isPlain(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, walk(part, replace)]));
}

/** What a graph made itself, a packet (`Send`) among it; objects of classes say themselves what they are in JSON. */
function isPlain(value: unknown): value is object {
  if (typeof value !== "object" || value === null) return false;
  return Object.getPrototypeOf(value) === Object.prototype || value instanceof Send;
}

function digestOf(value: unknown): string {
  return createHash("sha256").update(JSON.stringify(value)).digest("base64");
}
