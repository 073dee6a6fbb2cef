import type { RunRequest } from "@/lib/protocol";
import { createEventsHandler } from "../encoding/events-handler";
import { createGraphEncoder, type GraphChunk, graphModesOf, type MessagePair } from "../encoding/graph-event";
import { createDeltaJoiner } from "../encoding/join-deltas";
import { FENCE_KEY } from "../persistence/checkpoints/fence";
import { asUser, type User } from "../users";
import { createAnswerIds } from "./answer-ids";
import { finishReasons } from "./finish-reasons";
import type { LiveRun, Outcome } from "./live-run";
import { checkpointIdOf } from "./prepare-run";

/** How many steps a graph may take when the request does not say; LangGraph's own 25 is a dozen tool calls. */
const DEFAULT_RECURSION_LIMIT = 100;
const MAX_RECURSION_LIMIT = 1_000;
/** A graph that does not end this long after it was told to is left behind; its later events are ignored. */
const STOP_GRACE_MS = 1_000;

/** The graph itself refuses what it cannot take. */
type GraphInput = Parameters<LiveRun["graph"]["_streamIterator"]>[0];

/** Runs the graph to its end or its next pause and appends what it streams to the log. Never rejects. */
export async function executeRun(run: LiveRun): Promise<Outcome> {
  const { signal } = run.abort;
  let grace: NodeJS.Timeout | undefined;
  const leftBehind = new Promise<Outcome>((resolve) => {
    signal.addEventListener("abort", () => {
      grace = setTimeout(() => resolve(stopped(run)), STOP_GRACE_MS);
    });
  });
  const outcome = await Promise.race([
    asUser({ userId: run.user.userId, era: run.era }, () => consume(run)),
    leftBehind,
  ]);
  clearTimeout(grace);
  return outcome;
}

async function consume(run: LiveRun): Promise<Outcome> {
  const emit = (event: string, data: string) => {
    if (!run.isSettled) run.writer.append(event, data);
  };
  const deltas = createDeltaJoiner(createGraphEncoder(run.modes, emit));
  try {
    // what `graph.stream` wraps in three more streams, which cost as much again for each piece
    const stream: AsyncIterable<unknown> = run.graph._streamIterator(run.input as GraphInput, {
      ...graphConfig(run),
      callbacks: [
        createAnswerIds(),
        finishReasons,
        ...(run.modes.includes("events") ? [createEventsHandler(emit)] : []),
        ...(run.telemetry?.handler ? [run.telemetry.handler] : []),
      ],
      streamMode: graphModesOf(run.modes),
      subgraphs: run.request.stream_subgraphs ?? false,
      signal: run.abort.signal,
      runId: run.runId,
    });
    for await (const raw of stream) {
      if (run.isSettled) break;
      const chunk = withNamespace(raw, run.request);
      if (chunk[1] === "messages") {
        const pair = chunk[2] as MessagePair; // what LangGraph yields in this mode
        if (run.partials.add(pair)) run.telemetry?.tokenWritten();
      }
      deltas.add(chunk);
    }
  } catch (error) {
    if (!run.abort.signal.aborted) return { type: "failed", error };
  } finally {
    deltas.flush();
  }
  return run.abort.signal.aborted ? stopped(run) : { type: "finished" }; // a graph can come to its end as it is stopped
}

function stopped(run: LiveRun): Outcome {
  return { type: "stopped", reason: run.stopReason ?? "stopped" };
}

/** Without subgraphs LangGraph leaves the namespace out. */
function withNamespace(raw: unknown, request: RunRequest): GraphChunk {
  return (request.stream_subgraphs ? raw : [[], ...(raw as [unknown, unknown])]) as GraphChunk;
}

function graphConfig(run: LiveRun): Record<string, unknown> {
  const { request, threadId, runId, agent } = run;
  const asked = (request.config ?? {}) as { configurable?: unknown; recursion_limit?: unknown; tags?: unknown };
  // closing calls wrote the state that the run goes on from, and that is the last
  const checkpointId = run.closed ? undefined : checkpointIdOf(request);
  return {
    configurable: {
      ...publicKeys(asked.configurable),
      ...authKeys(run.user),
      thread_id: threadId,
      [FENCE_KEY]: run.fence,
      ...(checkpointId === undefined ? {} : { checkpoint_id: checkpointId, checkpoint_ns: "" }),
      // an answer to an interrupt that no longer waits is refused by LangGraph too, not given to the next one
      ...(run.answering.size > 0 ? { __pregel_strict_resume: true } : {}),
    },
    recursionLimit: readLimit(asked.recursion_limit),
    metadata: { ...request.metadata, run_id: runId, thread_id: threadId, assistant_id: agent, graph_id: agent },
    ...(Array.isArray(asked.tags) ? { tags: asked.tags.map(String) } : {}),
    ...(request.context ? { context: request.context } : {}),
    ...(request.interrupt_before ? { interruptBefore: request.interrupt_before } : {}),
    ...(request.interrupt_after ? { interruptAfter: request.interrupt_after } : {}),
  };
}

/** Whose run it is, under the names that a LangGraph server uses. */
function authKeys({ userId, ...claims }: User): Record<string, unknown> {
  const user = { permissions: [], display_name: userId, ...claims, identity: userId, is_authenticated: true };
  return { langgraph_auth_user_id: userId, langgraph_auth_user: user, langgraph_auth_permissions: user.permissions };
}

/** A client may configure the graph, not LangGraph's own switches, nor another thread or user. */
function publicKeys(configurable: unknown): Record<string, unknown> {
  if (typeof configurable !== "object" || configurable === null) return {};
  const isPublic = (key: string) => key !== "thread_id" && !/^(__|checkpoint_|langgraph_auth)/.test(key);
  return Object.fromEntries(Object.entries(configurable).filter(([key]) => isPublic(key)));
}

function readLimit(asked: unknown): number {
  if (typeof asked !== "number" || !Number.isInteger(asked) || asked < 1) return DEFAULT_RECURSION_LIMIT;
  return Math.min(asked, MAX_RECURSION_LIMIT);
}
