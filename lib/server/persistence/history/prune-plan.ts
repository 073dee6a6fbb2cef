import { KEPT_FOR, type TreeNode } from "./checkpoint-tree";

/** A checkpoint and how many go on from it. */
export type TurnNode = TreeNode & { readonly children: number };

/** What is done with the checkpoints of a turn. */
export type PrunePlan = {
  readonly keep: readonly { readonly id: string; readonly role: number }[];
  /** What steps wrote at these is needed no longer. */
  readonly clearWrites: readonly string[];
  /** Go, oldest first; what goes on from one goes on from its parent then. */
  readonly forget: readonly string[];
};

/**
 * What neither history nor branches need of a turn, after its run has settled. Of each turn stay its end, the
 * checkpoint that holds the person's message and nothing else of the turn (where "try again" branches off), those before
 * tools that failed (where they are run again), and every checkpoint with several children; the first of the thread stays too.
 * `turn`: its unsettled checkpoints, oldest first. `start`: what the first of them goes on from. `beforeFailures`: ids among
 * these at which a call came in that failed later.
 */
export function planPrune(
  turn: readonly TurnNode[],
  start: TurnNode | undefined,
  beforeFailures: ReadonlySet<string> = new Set(),
): PrunePlan {
  const sources = new Map(turn.map((node) => [node.checkpoint_id, node.source]));
  const endedByInput = new Set(turn.filter(({ source }) => source === "input").map(({ parent_id }) => parent_id));
  const keep: { id: string; role: number }[] = [];
  const clearWrites: string[] = [];
  const forget: string[] = [];
  for (const { checkpoint_id: id, parent_id, source, children } of turn) {
    // the input itself is applied by the step after the one that announces it
    const holdsQuestion = source === "loop" && sources.get(parent_id ?? "") === "input";
    if (children === 0 || endedByInput.has(id)) keep.push({ id, role: KEPT_FOR.end });
    else if (parent_id === null || holdsQuestion || children > 1 || beforeFailures.has(id)) {
      keep.push({ id, role: KEPT_FOR.branchPoint });
      clearWrites.push(id);
    } else forget.push(id);
  }
  if (start) {
    // where a turn paused and was resumed is the middle of that turn
    const isContinued = start.role === KEPT_FOR.end && turn[0]?.source !== "input";
    const isBranchPoint = start.children > 1 || beforeFailures.has(start.checkpoint_id);
    (isContinued && !isBranchPoint ? forget : clearWrites).push(start.checkpoint_id);
  }
  return { keep, clearWrites, forget };
}
