import type { Connect, Sink } from "./run-reader";

/** Items of several kinds as pairs of name and item, in the order in which the run said them. Ends when all have ended. */
export function interleaved<Name extends string>(
  kinds: readonly (readonly [Name, Connect<unknown>])[],
): Connect<readonly [Name, unknown]> {
  return (sink) => {
    let open = kinds.length;
    if (open === 0) sink.end(undefined);
    const disconnects = kinds.map(([name, connect]) => {
      const named: Sink<unknown> = {
        push: (item, load) => sink.push([name, item], load),
        end: (failure) => {
          open -= 1;
          if (open === 0 || failure !== undefined) sink.end(failure);
        },
      };
      return connect(named);
    });
    return () => {
      for (const disconnect of disconnects) disconnect();
    };
  };
}
