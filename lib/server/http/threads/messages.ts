import type { BaseMessage } from "@langchain/core/messages";
import { ToolweaveError } from "@/lib/errors";
import { type MessagesPage, messagesQuerySchema } from "@/lib/protocol";
import { stringifyWire } from "../../encoding/stringify-wire";
import type { Branch } from "../../persistence/checkpoints/branch-reader";
import { threadNotFound } from "../../runs/refusals";
import { readQuery } from "../exchange/read-request";
import type { App, Services } from "../services";

const DEFAULT_LIMIT = 50;

/** Pages of a thread's messages with their branches, and a search in them; never the whole history. */
export function addMessageRoutes(app: App, { runtime }: Services): void {
  const { storage } = runtime;

  app.get("/threads/:threadId/messages", async (context) => {
    const threadId = context.req.param("threadId");
    const { checkpoint, before, limit, q } = readQuery(context.req.raw, messagesQuerySchema);
    if (!(await storage.threads.exists(threadId))) throw threadNotFound(threadId);
    const branch = await storage.branches.read(threadId, checkpoint);
    if (!branch && checkpoint !== undefined) throw checkpointGone(threadId, checkpoint);
    const page = branch ? readPage(threadId, branch, { before, limit: limit ?? DEFAULT_LIMIT, q }) : empty(threadId);
    return new Response(stringifyWire(page), { headers: { "content-type": "application/json" } });
  });
}

type PageRequest = { readonly before: string | undefined; readonly limit: number; readonly q: string | undefined };
type Page = Omit<MessagesPage, "messages"> & { messages: unknown[] };

function readPage(threadId: string, branch: Branch, { before, limit, q }: PageRequest): Page {
  const positioned = branch.messages.map((message, position) => ({ message, position }));
  const wanted = q?.trim().toLowerCase();
  const matching = wanted ? positioned.filter(({ message }) => holds(message, wanted)) : positioned;
  const end = before === undefined ? Number.POSITIVE_INFINITY : positionOf(branch, before);
  const older = matching.filter(({ position }) => position < end);
  const page = older.slice(-limit);
  return {
    thread_id: threadId,
    checkpoint_id: branch.headId,
    messages: page.map(({ message, position }) => {
      const place = branch.placeOf(message);
      return {
        message,
        position,
        checkpoint_id: place?.checkpointId ?? null,
        parent_checkpoint_id: place?.parentId ?? null,
        siblings: (place?.siblings ?? []).map(({ checkpointId, headId }) => ({
          checkpoint_id: checkpointId,
          head_checkpoint_id: headId,
        })),
      };
    }),
    total: matching.length,
    next_before: older.length > page.length ? (page[0]?.message.id ?? null) : null,
  };
}

function empty(threadId: string): Page {
  return { thread_id: threadId, checkpoint_id: null, messages: [], total: 0, next_before: null };
}

function holds(message: BaseMessage, wanted: string): boolean {
  return message.text.toLowerCase().includes(wanted);
}

function positionOf(branch: Branch, messageId: string): number {
  const position = branch.messages.findIndex(({ id }) => id === messageId);
  if (position >= 0) return position;
  throw new ToolweaveError("not_found", `This branch has no message ${messageId}.`, { context: { field: "before" } });
}

function checkpointGone(threadId: string, checkpointId: string): ToolweaveError {
  return new ToolweaveError(
    "not_found",
    `Thread ${threadId} has no checkpoint ${checkpointId} (any more). Ask without one for the newest branch.`,
    { context: { field: "checkpoint" } },
  );
}
