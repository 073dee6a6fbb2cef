import { createContext, useContext, useState } from "react";

/**
 * The words that the parts below a provider say in place of their own. The parts add theirs by declaration merging, so that
 * `strings` is typed with what they say; hooks alone say nothing.
 */
// biome-ignore lint/suspicious/noEmptyInterface: only an interface can be added to from another module
export interface AgentStrings {}

export const AgentStringsContext = createContext<AgentStrings | undefined>(undefined);

/** The words that the provider above was given, the same object as long as they are the same. */
export function useAgentStrings(): AgentStrings | undefined {
  return useContext(AgentStringsContext);
}

/** The former object where the new one says the same: a literal in the props draws nothing anew. Functions are the same by identity. */
export function useSameStrings(strings: AgentStrings | undefined): AgentStrings | undefined {
  const [kept, setKept] = useState(strings);
  if (isSame(kept, strings)) return kept;
  setKept(strings);
  return strings;
}

function isSame(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (!isRecord(a) || !isRecord(b)) return false;
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => isSame(a[key], b[key]));
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
