/** What says which message it is; free up to a length that holds every known type and a UUID. */
const LABELS: ReadonlySet<string> = new Set(["type", "role", "id"]);
const MAX_LABEL_CHARACTERS = 64;

export type PlacedMessage = { readonly message: unknown; readonly field: string };

/** The messages of an input or an update: `{ messages }`, or pairs of a channel and what is written to it. */
export function messagesOf(value: unknown, field: string): readonly PlacedMessage[] {
  if (Array.isArray(value)) {
    return value.flatMap((pair, index) =>
      Array.isArray(pair) && pair[0] === "messages" ? listed(pair[1], `${field}.${index}.1`) : [],
    );
  }
  if (typeof value !== "object" || value === null) return [];
  return listed((value as { messages?: unknown }).messages, `${field}.messages`);
}

/** The messages that a command writes into the state, or sends to nodes past it. */
export function messagesOfCommand(command: { readonly update?: unknown; readonly goto?: unknown }) {
  const targets: readonly unknown[] = Array.isArray(command.goto) ? command.goto : [command.goto];
  const sent = targets.flatMap((target, index) =>
    typeof target === "object" && target !== null
      ? messagesOf((target as { input?: unknown }).input, `command.goto.${index}.input`)
      : [],
  );
  return [...messagesOf(command.update, "command.update"), ...sent];
}

/** Of all in which a client can put words: of text its length, of the rest that of its JSON. */
export function messageLength(message: unknown): number {
  if (typeof message !== "object" || message === null) return lengthOf(message);
  if (Array.isArray(message)) return jsonLength(message);
  const { content, ...beside } = message as Readonly<Record<string, unknown>>;
  const counted = Object.entries(beside).filter(([name, value]) => isFilled(value) && !isLabel(name, value));
  return lengthOf(content) + (counted.length > 0 ? jsonLength(Object.fromEntries(counted)) : 0);
}

export function jsonLength(value: unknown): number {
  return JSON.stringify(value)?.length ?? 0;
}

function listed(messages: unknown, field: string): PlacedMessage[] {
  const list: readonly unknown[] = Array.isArray(messages) ? messages : [messages];
  return list.map((message, index) => ({ message, field: `${field}.${index}` }));
}

function lengthOf(value: unknown): number {
  return typeof value === "string" ? value.length : jsonLength(value);
}

function isFilled(value: unknown): boolean {
  if (typeof value === "object" && value !== null) return Object.keys(value).length > 0;
  return value !== undefined && value !== null && value !== "";
}

function isLabel(name: string, value: unknown): boolean {
  return LABELS.has(name) && typeof value === "string" && value.length <= MAX_LABEL_CHARACTERS;
}
