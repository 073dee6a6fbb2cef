import type { ArgumentFault } from "@/lib/headless";

/** How an argument is edited: texts as they are, numbers and yes/no by kind, everything else as JSON. */
export type DraftField = {
  readonly name: string;
  readonly kind: "text" | "number" | "boolean" | "json";
  readonly text: string;
};

const KINDS: ReadonlySet<unknown> = new Set<DraftField["kind"]>(["text", "number", "boolean", "json"]);

/** Arguments under the person's hands: a field each, or the whole as JSON text. */
export type ArgumentDraft =
  | { readonly type: "fields"; readonly fields: readonly DraftField[] }
  | { readonly type: "json"; readonly text: string };

/** What a draft says: arguments, or where it is no JSON. */
export type ReadDraft =
  | { readonly args: Readonly<Record<string, unknown>>; readonly faults: readonly [] }
  | { readonly args: undefined; readonly faults: readonly ArgumentFault[] };

/** A draft as some version of this page kept it; undefined where it is none. */
export function readKeptDraft(kept: unknown): ArgumentDraft | undefined {
  const { type, text, fields } = objectOf(kept) ?? {};
  if (type === "json") return typeof text === "string" ? { type, text } : undefined;
  if (type !== "fields" || !Array.isArray(fields) || !fields.every(isDraftField)) return undefined;
  return { type, fields };
}

export function draftOf(args: unknown): ArgumentDraft {
  return { type: "fields", fields: Object.entries(objectOf(args) ?? {}).map(([name, value]) => fieldOf(name, value)) };
}

export function jsonDraftOf(args: unknown): ArgumentDraft {
  return { type: "json", text: JSON.stringify(objectOf(args) ?? {}, undefined, 2) };
}

export function withField(draft: ArgumentDraft, name: string, text: string): ArgumentDraft {
  if (draft.type === "json") return draft;
  return { ...draft, fields: draft.fields.map((field) => (field.name === name ? { ...field, text } : field)) };
}

/** `notJson` and `notNumber` are the sentences for what cannot be read. */
export function readDraft(draft: ArgumentDraft, words: { notJson: string; notNumber: string }): ReadDraft {
  if (draft.type === "json") {
    const args = objectOf(parsed(draft.text)?.value);
    return args === undefined ? { args, faults: [{ path: [], message: words.notJson }] } : { args, faults: [] };
  }
  const faults: ArgumentFault[] = [];
  const args: [string, unknown][] = [];
  for (const field of draft.fields) {
    const read = readField(field);
    if (read !== undefined) args.push([field.name, read.value]);
    else faults.push({ path: [field.name], message: field.kind === "number" ? words.notNumber : words.notJson });
  }
  if (faults.length > 0) return { args: undefined, faults };
  return { args: Object.fromEntries(args), faults: [] };
}

function fieldOf(name: string, value: unknown): DraftField {
  if (typeof value === "string") return { name, kind: "text", text: value };
  if (typeof value === "number" || typeof value === "boolean") {
    return { name, kind: typeof value as "number" | "boolean", text: String(value) };
  }
  return { name, kind: "json", text: JSON.stringify(value, undefined, 2) };
}

function isDraftField(value: unknown): value is DraftField {
  const { name, kind, text } = objectOf(value) ?? {};
  return typeof name === "string" && typeof text === "string" && KINDS.has(kind);
}

function readField({ kind, text }: DraftField): { value: unknown } | undefined {
  switch (kind) {
    case "text":
      return { value: text };
    case "boolean":
      return { value: text === "true" };
    case "number":
      return text.trim() === "" || !Number.isFinite(Number(text)) ? undefined : { value: Number(text) };
    case "json":
      return parsed(text);
  }
}

function parsed(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

function objectOf(value: unknown): Readonly<Record<string, unknown>> | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : undefined;
}
