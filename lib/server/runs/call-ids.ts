import { AIMessageChunk } from "@langchain/core/messages";
import type { MessagePair } from "../encoding/graph-event";

/**
 * Gives all pieces of one model call the id of the first: some proxies make a new one for each chunk, and each would be
 * a message of its own. It is the id that the merged message has in the state (LangChain's `concat` keeps the first).
 */
export function createCallIds(): (pair: MessagePair) => void {
  // LangGraph makes one metadata object for a call, also where calls of the same node run side by side.
  const idOf = new WeakMap<object, string>();
  return ([message, metadata]) => {
    // What a node returns has its metadata too, and may be several messages; only a model's own say what model it is.
    if (!AIMessageChunk.isInstance(message) || message.id === undefined || !("ls_model_type" in metadata)) return;
    const first = idOf.get(metadata);
    if (first === undefined) idOf.set(metadata, message.id);
    else message.id = first;
  };
}
