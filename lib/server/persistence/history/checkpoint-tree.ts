/** A checkpoint of a thread without its state. Ids sort in time order, so a child's id sorts after its parent's. */
export type TreeNode = {
  readonly checkpoint_id: string;
  readonly parent_id: string | null;
  /** How it came to be: `input`, `loop`, `update`, `fork`. */
  readonly source: string | null;
  /** What it is kept for, see `KEPT_FOR`. */
  readonly role: number;
};

/** What a kept checkpoint is kept for. `unsettled`: no settled run has looked at it yet. */
export const KEPT_FOR = { unsettled: 0, end: 1, branchPoint: 2 } as const;

/** Where a message came into a thread, and what else began at the same place. */
export type MessagePlace = {
  readonly checkpointId: string;
  /** Where a run must start to put something else in its place; `undefined`: nothing came before. */
  readonly parentId: string | undefined;
  /** Every branch that begins there, oldest first, its own among them; `headId` is the newest checkpoint on it. */
  readonly siblings: readonly { readonly checkpointId: string; readonly headId: string }[];
};

/** Questions about the bare tree of a thread; each costs in proportion to its answer. */
export type CheckpointTree<Node extends TreeNode> = {
  /** The line that leads to a checkpoint, from the first to itself. */
  pathTo(checkpointId: string): Node[];
  /** What a message that came in with this step has beside it. */
  placeAt(step: TreeNode): MessagePlace;
};

/** Reads a tree from all its nodes, in whatever order. Costs in proportion to their number. */
export function createCheckpointTree<Node extends TreeNode>(nodes: readonly Node[]): CheckpointTree<Node> {
  const sorted = [...nodes].sort((a, b) => (a.checkpoint_id < b.checkpoint_id ? -1 : 1));
  const byId = new Map(sorted.map((node) => [node.checkpoint_id, node]));
  const children = Map.groupBy(sorted, ({ parent_id }) => parent_id);
  const newestBelow = new Map<string, string>();
  for (const { checkpoint_id, parent_id } of sorted.toReversed()) {
    const newest = newestBelow.get(checkpoint_id) ?? checkpoint_id;
    newestBelow.set(checkpoint_id, newest);
    const known = parent_id === null ? undefined : newestBelow.get(parent_id);
    if (parent_id !== null && (known === undefined || known < newest)) newestBelow.set(parent_id, newest);
  }
  const parentOf = ({ parent_id }: TreeNode) => (parent_id === null ? undefined : byId.get(parent_id));

  return {
    pathTo(checkpointId) {
      const path: Node[] = [];
      for (let node = byId.get(checkpointId); node; node = parentOf(node)) path.push(node);
      return path.reverse();
    },

    placeAt(step) {
      const announced = parentOf(step);
      const branch = announced && isPassing(announced) ? announced : step;
      const parent = parentOf(branch);
      const siblings = parent ? (children.get(parent.checkpoint_id) ?? []) : [];
      return {
        checkpointId: step.checkpoint_id,
        parentId: parent?.checkpoint_id,
        siblings: siblings.map(({ checkpoint_id }) => ({
          checkpointId: checkpoint_id === branch.checkpoint_id ? step.checkpoint_id : checkpoint_id,
          headId: newestBelow.get(checkpoint_id) ?? checkpoint_id,
        })),
      };
    },
  };
}

/** A step that only announces input, and goes when its run has settled. */
function isPassing({ source, role, parent_id }: TreeNode): boolean {
  return source === "input" && role === KEPT_FOR.unsettled && parent_id !== null;
}
