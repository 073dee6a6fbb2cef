import type { HeadlessTool } from "./contract";

/** The browser tools that this page has right now. */
export type ToolRegistry = {
  /** Adds tools; the returned function takes them back. Throws a TypeError for a name that is registered already. */
  register(tools: readonly HeadlessTool[]): () => void;
  find(name: string): HeadlessTool | undefined;
};

/** `onChange` is called after every change. */
export function createToolRegistry(onChange: () => void): ToolRegistry {
  const tools = new Map<string, HeadlessTool>();
  return {
    register: (added) => {
      const names = added.map((tool) => tool.contract.name);
      const double = names.find((name, position) => tools.has(name) || names.indexOf(name) !== position);
      if (double !== undefined) {
        throw new TypeError(`The browser tool "${double}" is registered twice; give one of the two another name`);
      }
      for (const tool of added) tools.set(tool.contract.name, tool);
      if (added.length > 0) onChange();
      return () => {
        for (const tool of added) if (tools.get(tool.contract.name) === tool) tools.delete(tool.contract.name);
        if (added.length > 0) onChange();
      };
    },
    find: (name) => tools.get(name),
  };
}
