import { inWords } from "../tool-call/value";

/** One argument that differs: what the model wrote and what the person made of it, as text; undefined where there is none. */
export type ArgumentChange = {
  readonly name: string;
  readonly label: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
};

const MAX_CHARACTERS = 1_000;

/** The top-level arguments that differ, in the order in which they appear. */
export function changesBetween(before: unknown, after: unknown): readonly ArgumentChange[] {
  const [old, next] = [fieldsOf(before), fieldsOf(after)];
  return [...new Set([...Object.keys(old), ...Object.keys(next)])].flatMap((name) => {
    if (jsonAt(old, name) === jsonAt(next, name)) return [];
    const texts = [textAt(old, name), textAt(next, name)] as const;
    // A text and a number that read the same are told apart by their JSON.
    const [before, after] = texts[0] === texts[1] ? [jsonAt(old, name), jsonAt(next, name)] : texts;
    return { name, label: inWords(name), before: shortened(before), after: shortened(after) };
  });
}

function fieldsOf(args: unknown): Readonly<Record<string, unknown>> {
  return typeof args === "object" && args !== null && !Array.isArray(args) ? { ...args } : {};
}

function textAt(fields: Readonly<Record<string, unknown>>, name: string): string | undefined {
  const value = Object.hasOwn(fields, name) ? fields[name] : undefined;
  return typeof value === "string" ? value : JSON.stringify(value);
}

function jsonAt(fields: Readonly<Record<string, unknown>>, name: string): string | undefined {
  return Object.hasOwn(fields, name) ? JSON.stringify(fields[name]) : undefined;
}

function shortened(text: string | undefined): string | undefined {
  return text === undefined || text.length <= MAX_CHARACTERS ? text : `${text.slice(0, MAX_CHARACTERS)} …`;
}
