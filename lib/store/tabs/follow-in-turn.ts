import type { RunRequest } from "@/lib/protocol";
import {
  type Clock,
  type EventBatch,
  endingOf,
  isAway,
  type RunStreamOptions,
  sleep,
  type Transport,
} from "@/lib/transport";
import type { StreamTurn, StreamTurns } from "./stream-turns";

export type FollowEnvironment = {
  readonly transport: Transport;
  readonly turns: StreamTurns;
  readonly clock: Clock;
  readonly isHidden: () => boolean;
  /** What every run of this page is asked for. */
  readonly asked: Pick<RunRequest, "stream_mode" | "stream_subgraphs">;
};

/** A run to start (`start`) or to join (`runId`). */
export type InTurn = {
  readonly threadId: string;
  readonly start?: { readonly request: RunRequest; readonly idempotencyKey: string };
  readonly runId?: string;
  readonly options: RunStreamOptions & { readonly signal: AbortSignal };
  /** While there is no stream, and somebody looks: the run goes on, and its state is worth reading. */
  readonly onLook: () => Promise<void>;
};

const LOOK_MS = 2_000;
const MAX_LOST_MS = 600_000;

/**
 * Follows one run over a stream while this tab has a turn, and by asking every 2 s while it has none; from one to the
 * other it goes on after the last event it has, so nothing is yielded twice. What happens without a stream is not
 * yielded but read from the state. Ends with `end`, as a run's stream does, and rejects as one.
 */
export async function* followInTurn(environment: FollowEnvironment, plan: InTurn): AsyncGenerator<EventBatch> {
  const { transport, turns, clock, isHidden, asked } = environment;
  const { threadId, start, options, onLook } = plan;
  let { runId } = plan;
  let lastEventId: string | undefined;
  let failures = 0;
  let heardAtMs = clock.now();

  const learn = (id: string): void => {
    if (runId === id) return;
    runId = id;
    options.onRun?.(id);
  };

  /** For as long as the tab has this turn: what ends with it, and how to let it go. */
  function hold(turn: StreamTurn) {
    const leave = new AbortController();
    // Before its id is known a run could not be found again.
    const giveUp = () => {
      if (runId !== undefined) leave.abort();
    };
    turn.signal.addEventListener("abort", giveUp);
    return {
      signal: AbortSignal.any([options.signal, leave.signal]),
      onRun: (id: string) => {
        learn(id);
        if (turn.signal.aborted) giveUp();
      },
      release: () => {
        turn.signal.removeEventListener("abort", giveUp);
        turn.release();
      },
    };
  }

  function open(held: Pick<RunStreamOptions, "signal" | "onRun">): AsyncIterable<EventBatch> {
    const shared = { ...options, ...held };
    const position = lastEventId === undefined ? {} : { lastEventId };
    return runId !== undefined || start === undefined
      ? transport.joinRun(threadId, runId ?? "", { ...shared, ...position, asked })
      : transport.startRun(threadId, start.request, { ...shared, idempotencyKey: start.idempotencyKey });
  }

  /** The end of the run, if it has come. */
  async function look(): Promise<EventBatch | undefined> {
    try {
      if (runId === undefined && start !== undefined) {
        learn(await transport.createRun(threadId, start.request, { ...start, signal: options.signal }));
      }
      const { status, error } = await transport.getRun(threadId, runId ?? "", options.signal);
      const ending = endingOf(status, error);
      if (ending === undefined && !isHidden()) await onLook();
      if (failures > 0) options.onConnection?.({ state: "open" });
      failures = 0;
      heardAtMs = clock.now();
      return ending;
    } catch (error) {
      const isLost = isAway(error);
      if (!isLost || runId === undefined || clock.now() - heardAtMs > MAX_LOST_MS) throw error;
      failures += 1;
      options.onConnection?.({ state: "reconnecting", attempt: failures, waitMs: LOOK_MS });
      return undefined;
    }
  }

  if (runId !== undefined) options.onRun?.(runId);
  for (;;) {
    options.signal.throwIfAborted();
    const turn = await turns.take();
    if (turn === undefined) {
      const ending = await look();
      if (ending !== undefined) {
        yield ending;
        return;
      }
      await sleep(clock, LOOK_MS, options.signal, turns.onFree);
      continue;
    }
    const { release, ...held } = hold(turn);
    try {
      for await (const events of open(held)) {
        lastEventId = events.findLast(({ id }) => id !== "")?.id ?? lastEventId;
        yield events;
      }
      return;
    } catch (error) {
      if (options.signal.aborted || !turn.signal.aborted) throw error;
      heardAtMs = clock.now(); // hidden for long: from here on it is asked
    } finally {
      release();
    }
  }
}
