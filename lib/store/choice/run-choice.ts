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
  readonly metadata: Readonly<Record<string, unknown>>;
  /** Of new chats, as it was when the thread was opened. */
  readonly defaultChoice: RunChoice | undefined;
};

const NONE: RunChoice = {};

/** What the next message goes out with. */
export function nextChoice({ chosen, metadata, defaultChoice }: ChoiceParts): RunChoice {
  return chosen ?? lastChoice(metadata) ?? defaultChoice ?? NONE;
}

/** What a run goes on with that waits for an answer or was cut off: who began it ends it, whatever was chosen since. */
export function currentChoice(parts: ChoiceParts): RunChoice {
  return lastChoice(parts.metadata) ?? nextChoice(parts);
}

/** What the server keeps of the thread's last run, as metadata. */
export function metadataOf({ agent, model }: { readonly agent: string; readonly model?: string }) {
  return { assistant_id: agent, ...(model === undefined ? {} : { [MODEL_KEY]: model }) };
}

function lastChoice({ assistant_id: agent, [MODEL_KEY]: model }: ChoiceParts["metadata"]): RunChoice | undefined {
  if (typeof agent !== "string") return undefined;
  return typeof model === "string" ? { agent, model } : { agent };
}
