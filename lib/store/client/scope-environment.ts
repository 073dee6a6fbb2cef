import type { RunFeed } from "./reading/run-reader";

/** What the run gives each of its scopes. */
export type ScopeEnvironment = {
  readonly feed: RunFeed;
  /** Milliseconds that only grow. */
  readonly now: () => number;
  /** Text that may wait for one reader before the network is held. */
  readonly maxUnreadChars: number;
  /** Messages, calls, states and custom items that may wait for one reader before the network is held. */
  readonly maxUnreadItems: number;
  /** Somebody reads something that the server sends only when asked for it. */
  readonly want: (what: "values" | "subagents") => void;
};
