import { ToolweaveError } from "@/lib/errors";
import type { JsonValue } from "@/lib/partial-json";
import type { CallState } from "../session-state";
import { isFinal } from "../view/call-phase";
import { once } from "./reading/awaitable";
import { createProjection } from "./reading/projection";
import { drained, type Failure, type RunFeed } from "./reading/run-reader";

/**
 * A tool call from its first chunk to its result. A loop over it gets a snapshot whenever it has changed: `args` grow,
 * then `status` says whether they are whole, then the `result` comes. A slow reader skips to the newest.
 */
export type RunToolCall = AsyncIterable<CallState> & {
  /** Our own, stable; the provider's `id` is in the snapshots. */
  readonly key: string;
  readonly namespace: readonly string[];
  /** The newest snapshot. */
  readonly current: CallState;
  /** The whole arguments. Rejects with `tool_input_invalid` when they were cut off or are not valid. */
  readonly input: Promise<JsonValue>;
  /** The last snapshot: with the result or the error, or as it waits for an answer when the run was interrupted. */
  readonly settled: Promise<CallState>;
};

export type RunToolCallSource = {
  readonly call: RunToolCall;
  /** True when nothing more happens to it. */
  show(state: CallState): boolean;
  end(failure: Failure | undefined): void;
};

export function createRunToolCall(feed: RunFeed, namespace: readonly string[], first: CallState): RunToolCallSource {
  let current = first;
  const { items, push, end } = createProjection<CallState>(feed, {
    load: () => 0,
    earlier: () => [current],
    combine: (_last, next) => next,
  });
  const settled = once(async () => {
    await drained(items);
    return current;
  });
  const input = once(async () => {
    for await (const { status } of items) if (status !== "streaming") break;
    if (current.status === "complete") return current.args ?? {};
    throw new ToolweaveError(
      "tool_input_invalid",
      current.error ?? `The arguments of the call "${current.name}" never came to an end.`,
    );
  });
  return {
    call: {
      key: first.key,
      namespace,
      [Symbol.asyncIterator]: () => items[Symbol.asyncIterator](),
      get current() {
        return current;
      },
      get input() {
        return input();
      },
      get settled() {
        return settled();
      },
    },
    show: (state) => {
      if (state !== current) {
        current = state;
        push(state);
      }
      if (!isFinal(state.phase)) return false;
      end();
      return true;
    },
    end,
  };
}
