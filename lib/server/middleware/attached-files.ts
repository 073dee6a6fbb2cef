import type { BaseMessage } from "@langchain/core/messages";
import { getConfig } from "@langchain/langgraph";
import { createMiddleware } from "langchain";
import { type AttachmentStore, inlineFiles, refusedKinds } from "../attachments";
import { isDemoModel } from "../models";

/** Gives a model the files that messages name. */
export type InlineFiles = (messages: readonly BaseMessage[], model: object) => Promise<BaseMessage[]>;

/** For inside of a graph: the thread is that of the run. The demo model is given the references: it says what they say. */
export function createInlineFiles(store: AttachmentStore): InlineFiles {
  return async (messages, model) => {
    if (isDemoModel(model)) return [...messages];
    const threadId: unknown = getConfig()?.configurable?.thread_id;
    return inlineFiles(messages, store, {
      threadId: typeof threadId === "string" ? threadId : undefined,
      refuses: refusedKinds(model),
    });
  };
}

/** The last middleware before the model, whichever the ones before it chose. */
export function attachedFiles(inline: InlineFiles) {
  return createMiddleware({
    name: "AttachedFiles",
    wrapModelCall: async (request, handler) =>
      handler({ ...request, messages: await inline(request.messages, request.model) }),
  });
}
