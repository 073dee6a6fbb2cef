import { AIMessageChunk } from "@langchain/core/messages";
import type { GraphChunk, MessagePair } from "./graph-event";

/** Takes what a graph yields, in order. */
export type DeltaJoiner = {
  add(chunk: GraphChunk): void;
  /** Passes on what waits; to be called at the end. */
  flush(): void;
};

type Waiting = { readonly chunk: GraphChunk; readonly message: AIMessageChunk; text: string; count: number };

/**
 * Joins plain pieces of text of one message that come within one turn of the event loop, so that a source that is
 * faster than its readers costs by the turn and not by the piece. A message's first piece is passed on at once, anything
 * else in its place: order and content are what they were, only the cuts are fewer.
 */
export function createDeltaJoiner(next: (chunk: GraphChunk) => void): DeltaJoiner {
  let waiting: Waiting | undefined;
  let timer: NodeJS.Immediate | undefined;
  let lastId: string | undefined;

  function flush(): void {
    if (!waiting) return;
    const { chunk, message, text, count } = waiting;
    waiting = undefined;
    clearImmediate(timer);
    const [namespace, mode, payload] = chunk;
    const [, metadata] = payload as MessagePair; // only pieces of messages wait
    next(
      count === 1 ? chunk : [namespace, mode, [new AIMessageChunk({ id: message.id ?? "", content: text }), metadata]],
    );
  }

  return {
    add(chunk) {
      const [, mode, payload] = chunk;
      const [message, metadata] = (mode === "messages" ? payload : []) as Partial<MessagePair>;
      if (!isPlainText(message) || message.id !== lastId) {
        flush();
        lastId = message?.id;
        next(chunk);
        return;
      }
      if (waiting && metadata === (waiting.chunk[2] as MessagePair)[1]) {
        waiting.text += message.content;
        waiting.count += 1;
        return;
      }
      flush();
      waiting = { chunk, message, text: message.content, count: 1 };
      timer = setImmediate(flush);
    },
    flush,
  };
}

/** A piece that says nothing but a bit of text; what its provider repeats in every piece was said with the first. */
function isPlainText(message: unknown): message is AIMessageChunk & { content: string } {
  return (
    AIMessageChunk.isInstance(message) &&
    typeof message.content === "string" &&
    !message.usage_metadata &&
    !message.tool_call_chunks?.length &&
    !message.tool_calls?.length &&
    isEmpty(message.additional_kwargs) &&
    isEmpty(message.response_metadata, "model_provider")
  );
}

function isEmpty(fields: object | undefined, except?: string): boolean {
  for (const name in fields) if (name !== except) return false;
  return true;
}
