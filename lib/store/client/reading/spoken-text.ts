import { type Awaitable, createAwaitable } from "./awaitable";
import { createProjection, type Projection } from "./projection";
import { drained, type RunFeed } from "./run-reader";

/** Text that is being said: a loop gets what comes, beginning with all that was said before; `await` gives it whole. */
export type SpokenText = Awaitable<string, string>;

export type SpokenTextSource = Pick<Projection<string>, "end" | "connect"> & {
  readonly spoken: SpokenText;
  say(delta: string): void;
};

/** A reader that falls behind gets longer deltas, and holds the network when `maxUnreadChars` wait for it. */
export function createSpokenText(feed: RunFeed, maxUnreadChars: number): SpokenTextSource {
  let whole = "";
  const { push, end, items, connect } = createProjection<string>(feed, {
    load: (delta) => delta.length / maxUnreadChars,
    earlier: () => (whole === "" ? [] : [whole]),
    combine: (last, next) => last + next,
  });
  return {
    end,
    connect,
    say: (delta) => {
      if (delta === "") return;
      whole += delta;
      push(delta);
    },
    spoken: createAwaitable(items, async () => {
      await drained(items);
      return whole;
    }),
  };
}
