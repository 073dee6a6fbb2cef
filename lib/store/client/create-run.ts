import { ToolweaveError } from "@/lib/errors";
import { type Interrupt, interruptsOf, type StreamEvent, type StreamMode } from "@/lib/protocol";
import type { Clock, EventBatch, Transport } from "@/lib/transport";
import { cancelRun } from "../thread/cancel-run";
import { problemOfRun } from "../thread/run-problem";
import type { AgentRun } from "./agent-run";
import { once } from "./reading/awaitable";
import { createProjection } from "./reading/projection";
import { createRunConnection } from "./reading/run-connection";
import { drained, type Failure } from "./reading/run-reader";
import { createRunTree } from "./run-tree";
import { withGetters } from "./with-getters";

/** What a run is made of. */
export type RunPlan = {
  readonly transport: Transport;
  readonly clock: Clock;
  readonly threadId: string;
  /** A run that goes on already. */
  readonly runId?: string;
  readonly maxUnreadChars: number;
  readonly maxUnreadItems: number;
  readonly signal?: AbortSignal | undefined;
  /** Starts the run; asked once, in the tick after `createRun`. */
  readonly start?: (options: StartOptions) => AsyncIterable<EventBatch>;
};

export type StartOptions = {
  readonly modes: readonly StreamMode[];
  readonly hasSubgraphs: boolean;
  readonly signal: AbortSignal;
  readonly onRun: (runId: string) => void;
};

const MODES: readonly StreamMode[] = ["messages-tuple", "updates", "custom", "tools"];

/** The run that a plan describes. It starts in the next tick: by then it is known which projections are read. */
export function createRun(plan: RunPlan): AgentRun {
  const { transport, clock, threadId } = plan;
  const known = Promise.withResolvers<string>();
  const wanted = new Set<"values" | "subagents">();
  const interrupts = new Map<string, Interrupt>();
  let runId = plan.runId;
  let isStopped = false;
  let isDetached = false;
  let isOver = false;
  let failure: Failure | undefined;
  known.promise.catch(() => {}); // whoever asks for it is told
  if (runId !== undefined) known.resolve(runId);

  const onRun = (id: string) => {
    runId = id;
    known.resolve(id);
  };

  const feed = createRunConnection(
    {
      open: (lastEventId, signal) => {
        if (runId !== undefined || plan.start === undefined) {
          return transport.joinRun(threadId, runId ?? "", {
            signal,
            onRun,
            ...(lastEventId === undefined ? {} : { lastEventId }),
          });
        }
        return started(plan.start, {
          modes: [
            ...MODES,
            ...(wanted.has("values") ? (["values"] as const) : []),
            ...(wanted.has("subagents") ? (["tasks"] as const) : []),
          ],
          hasSubgraphs: wanted.has("subagents"),
          signal,
          onRun,
        });
      },
      mayLeave: () => runId !== undefined,
      take,
      onEnd: end,
    },
    clock,
  );
  const environment = {
    feed,
    now: () => clock.now(),
    maxUnreadChars: plan.maxUnreadChars,
    maxUnreadItems: plan.maxUnreadItems,
    want: (what: "values" | "subagents") => wanted.add(what),
  };
  const tree = createRunTree(environment);
  const events = createProjection<StreamEvent>(feed, { load: () => 1 / plan.maxUnreadItems });

  async function* started(start: NonNullable<RunPlan["start"]>, options: StartOptions): AsyncGenerator<EventBatch> {
    try {
      yield* start(options);
    } catch (error) {
      known.reject(error); // also where nobody reads any more: a stop still waits for the id
      throw error;
    }
  }

  function take(event: StreamEvent): void {
    events.push(event);
    if (event.event === "error" && event.namespace.length === 0) {
      const { code, message } = problemOfRun(event.data);
      failure = { error: new ToolweaveError(code, message, { context: { threadId, runId } }) };
    }
    if (event.event === "updates" || event.event === "values") {
      for (const interrupt of interruptsOf(event.data)) interrupts.set(interrupt.id, interrupt);
    }
    tree.take(event);
  }

  function end(broken: Failure | undefined): void {
    failure ??= broken;
    isOver = true;
    plan.signal?.removeEventListener("abort", detach);
    if (!isDetached) known.reject(failure?.error ?? leftError());
    const isPaused = interrupts.size > 0 || isDetached;
    tree.end(failure !== undefined ? "failed" : isStopped ? "stopped" : "success", isPaused, failure);
    events.end(failure);
  }

  const output = once(async () => {
    await drained(tree.root.projections.text);
    if (isDetached) throw leftError();
    return (await transport.getState(threadId)).values;
  });

  const detach = () => {
    if (isOver) return;
    isDetached = true;
    feed.close();
  };
  plan.signal?.addEventListener("abort", detach, { once: true });
  queueMicrotask(() => {
    if (plan.signal?.aborted) {
      detach();
      known.reject(leftError());
    } else feed.begin({ isUnread: plan.start !== undefined });
  });

  return withGetters(tree.root.projections, {
    threadId,
    runId: known.promise,
    events: events.items,
    get output() {
      return output();
    },
    get interrupts() {
      return [...interrupts.values()];
    },
    get interrupted() {
      return interrupts.size > 0;
    },
    stop: async () => {
      isStopped = true;
      await cancelRun(transport, threadId, await known.promise, clock);
    },
    detach,
  });
}

/** Leaving is no error of the run: this is what a promise about it rejects with. */
function leftError(): DOMException {
  return new DOMException("The run was left before it had settled.", "AbortError");
}
