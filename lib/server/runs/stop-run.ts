import { type BaseMessage, ToolMessage } from "@langchain/core/messages";
import { START } from "@langchain/langgraph";
import type { AgentGraph } from "../config";
import type { Storage } from "../persistence/storage";
import { closeDanglingCalls } from "./calls/close-calls";
import { messagesOf } from "./calls/dangling-calls";
import type { LiveRun } from "./live-run";

/** For the model: why its calls came to nothing. */
const CANCELLED = {
  stopped: "Cancelled: the person stopped the answer before this was done.",
  "server-ending": "Cancelled: the server was stopped before this was done.",
};

/**
 * Writes what a stopped run had produced into the thread: the person's message if not even that was saved, the text
 * so far, the calls so far with their arguments as far as they were written, each answered with "cancelled".
 */
export async function keepStoppedWork(
  run: LiveRun,
  claims: Storage["claims"],
  reason: keyof typeof CANCELLED,
): Promise<void> {
  const { graph, threadId } = run;
  const config = { configurable: { thread_id: threadId } };
  await keepInput(run, graph, config);
  const { values } = await graph.getState(config);
  const known = new Set(messagesOf(values).map((message) => message.id ?? ""));
  for (const { message, node } of run.partials.missingFrom(known, reason === "stopped" ? "stopped" : "broken")) {
    await graph.updateState(config, { messages: [message] }, node);
  }
  await closeDanglingCalls(graph, claims, config, CANCELLED[reason]);
}

type ThreadConfig = { configurable: { thread_id: string } };

/** A stop can come before the graph's first step has saved its input. */
async function keepInput(run: LiveRun, graph: AgentGraph, config: ThreadConfig): Promise<void> {
  const given = messagesOf(run.input).filter((message) => !ToolMessage.isInstance(message));
  if (given.length === 0) return;
  const { values } = await graph.getState(config);
  const known = new Set(messagesOf(values).map(({ id }) => id));
  const lost = given.filter((message: BaseMessage) => !known.has(message.id));
  if (lost.length > 0) await graph.updateState(config, run.input, START);
}
