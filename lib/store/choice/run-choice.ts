import { MODEL_KEY } from "@/lib/protocol";

/** What a person chose to be answered by; what is absent is the server's own choice. */
export type RunChoice = {
  /** What the wire calls `assistant_id`. */
  readonly agent?: string;
  /** `config.configurable.model` of a run. */
  readonly model?: string;
};

/** What a thread knows of it. */
export type ChoiceParts = {
  /** Chosen here and not sent yet. */
  readonly chosen: RunChoice | undefined;
  /** Of the thread's last run. */
  readonly lastChoice: RunChoice | undefined;
  /** Of new chats, as it was when the thread was opened. */
  readonly defaultChoice: RunChoice | undefined;
};

const NONE: RunChoice = {};

/** What the next message goes out with. */
export function nextChoice({ chosen, lastChoice, defaultChoice }: ChoiceParts): RunChoice {
  return chosen ?? lastChoice ?? defaultChoice ?? NONE;
}

/** What a run goes on with that waits for an answer or was cut off: who began it ends it, whatever was chosen since. */
export function currentChoice(parts: ChoiceParts): RunChoice {
  return parts.lastChoice ?? nextChoice(parts);
}

/** What the server keeps of the thread's last run, as metadata. */
export function metadataOf({ agent, model }: { readonly agent: string; readonly model?: string }) {
  return { assistant_id: agent, ...(model === undefined ? {} : { [MODEL_KEY]: model }) };
}

/** What a thread's metadata says of its last run. */
export function choiceOf(metadata: Readonly<Record<string, unknown>>): RunChoice | undefined {
  const { assistant_id: agent, [MODEL_KEY]: model } = metadata;
  if (typeof agent !== "string") return undefined;
  return typeof model === "string" ? { agent, model } : { agent };
}
