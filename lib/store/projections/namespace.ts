/** A level of a namespace is `node:task`; a task's id has no colon, a node's name may. */
export function nodeAndTask(level = ""): readonly [node: string, taskId: string] {
  const colon = level.lastIndexOf(":");
  return colon === -1 ? [level, ""] : [level.slice(0, colon), level.slice(colon + 1)];
}
