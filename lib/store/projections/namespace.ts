/** A level of a namespace is `node:task`; a task's id has no colon, a node's name may. */
export function nodeAndTask(level = ""): readonly [node: string, taskId: string] {
  const colon = level.lastIndexOf(":");
  return colon === -1 ? [level, ""] : [level.slice(0, colon), level.slice(colon + 1)];
}

/** What a tool does within itself is not the thread's; what a node does within itself is, as it comes. */
export function isWithinTool(namespace: readonly string[]): boolean {
  return namespace.some((step) => step.startsWith("tools:"));
}

/** The name of the place behind the last message of that run. */
export function endOf(namespace: readonly string[]): string {
  return isWithinTool(namespace) ? namespace.join("|") : "";
}
