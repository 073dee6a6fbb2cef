import type { ThreadState } from "@/lib/protocol";
import { idsOf, messagesOf } from "../thread/messages/state-messages";
import { failedCallOf, type MessagePlace } from "./message-place";

type Node = {
  readonly id: string;
  readonly parentId: string | undefined;
  readonly source: unknown;
  readonly messageIds: ReadonlySet<string>;
  readonly messages: readonly unknown[];
};

/**
 * The places of a branch's messages, read from the states of a thread: what our server tells at once, other servers
 * give as history. `headId` is the checkpoint at which the branch ends, the newest when absent. Checkpoint ids sort in
 * the order of time. What lies before the given states is not known: those messages have no parent.
 */
export function placesOfHistory(states: readonly ThreadState[], headId?: string): readonly MessagePlace[] {
  const nodes = new Map(states.flatMap(toNode).map((node) => [node.id, node]));
  const children = new Map<string, Node[]>();
  for (const node of [...nodes.values()].sort((a, b) => (a.id < b.id ? -1 : 1))) {
    if (node.parentId !== undefined) children.set(node.parentId, [...(children.get(node.parentId) ?? []), node]);
  }
  const path = pathTo(nodes, headId ?? [...nodes.keys()].sort().at(-1));
  const heads = newestBelow(nodes);
  const entered = new Map<string, { step: Node; place: number }>();
  path.forEach((step, place) => {
    for (const id of step.messageIds) if (!entered.has(id)) entered.set(id, { step, place });
  });

  return (path.at(-1)?.messages ?? []).flatMap((message): MessagePlace[] => {
    const { id, type } = fieldsOf(message);
    if (typeof id !== "string") return [];
    const found = entered.get(id);
    const failedCallId = failedCallOf(message);
    const head = { messageId: id, isHuman: type === "human", ...(failedCallId === undefined ? {} : { failedCallId }) };
    if (found === undefined) return [{ ...head, checkpointId: undefined, parentId: undefined, siblings: [] }];
    let branch = found.step;
    let parent = path[found.place - 1];
    for (let back = 2; parent !== undefined && isPassing(parent); back += 1) {
      branch = parent;
      parent = path[found.place - back];
    }
    const siblings = (parent === undefined ? [] : (children.get(parent.id) ?? [])).map((child) => ({
      checkpointId: child.id === branch.id ? found.step.id : child.id,
      headId: heads.get(child.id) ?? child.id,
    }));
    return [{ ...head, checkpointId: found.step.id, parentId: parent?.id, siblings }];
  });
}

function toNode(state: ThreadState): Node[] {
  const id = state.checkpoint?.checkpoint_id;
  if (!id) return [];
  const messages = messagesOf(state) ?? [];
  return [
    {
      id,
      parentId: state.parent_checkpoint?.checkpoint_id ?? undefined,
      source: state.metadata?.source,
      messageIds: idsOf(messages),
      messages,
    },
  ];
}

/** From the oldest known to the head. */
function pathTo(nodes: ReadonlyMap<string, Node>, headId: string | undefined): readonly Node[] {
  const path: Node[] = [];
  const seen = new Set<string>();
  for (let node = nodes.get(headId ?? ""); node !== undefined && !seen.has(node.id); ) {
    seen.add(node.id);
    path.push(node);
    node = nodes.get(node.parentId ?? "");
  }
  return path.reverse();
}

/** Of each checkpoint the newest that descends from it. */
function newestBelow(nodes: ReadonlyMap<string, Node>): ReadonlyMap<string, string> {
  const heads = new Map<string, string>();
  for (const { id } of [...nodes.values()].sort((a, b) => (a.id < b.id ? 1 : -1))) {
    const head = heads.get(id) ?? id;
    heads.set(id, head);
    const parentId = nodes.get(id)?.parentId;
    if (parentId !== undefined && !heads.has(parentId)) heads.set(parentId, head);
  }
  return heads;
}

/** A step that only announces input, or repeats the one at which a branch begins: the branch begins before it. */
function isPassing({ source, parentId }: Node): boolean {
  return (source === "input" || source === "fork") && parentId !== undefined;
}

function fieldsOf(message: unknown): { readonly id?: unknown; readonly type?: unknown } {
  return typeof message === "object" && message !== null ? message : {};
}
