import { isRecord, textAt } from "../json-record";
import type { ContentMessage, Message, MessageType } from "../message";

/** Counts the tokens of messages together. */
export type TokenCounter = (messages: readonly Message[]) => number | Promise<number>;
/** Cuts a text into pieces that join to the text again. */
export type TextSplitter = (text: string) => readonly string[] | Promise<readonly string[]>;

type Taking = {
  readonly maxTokens: number;
  readonly count: TokenCounter;
  readonly split: TextSplitter;
  /** Which end of the message at the cut stays; undefined: nothing of it. */
  readonly partial: "first" | "last" | undefined;
  readonly endOn: readonly MessageType[];
  /** The messages come last first, for the counter they are turned round. */
  readonly isReversed?: boolean;
};

/** As many of the first messages as fit, and what fits of the next one. */
export async function takeFirst(messages: readonly Message[], taking: Taking): Promise<Message[]> {
  const fits = async (taken: readonly Message[]) => {
    return (await taking.count(taking.isReversed ? taken.toReversed() : taken)) <= taking.maxTokens;
  };
  const whole = await findMost(messages.length, (size) => fits(messages.slice(0, size)));
  const taken = messages.slice(0, whole);
  const next = messages[whole];
  if (next && taking.partial) {
    const part = await takePart(next, taking.partial, taking.split, (message) => fits([...taken, message]));
    if (part) taken.push(part);
  }
  return dropAfter(taken, taking.endOn);
}

/** The messages up to the last one of a type; all of them where no type is asked for. */
export function dropAfter(messages: Message[], types: readonly MessageType[]): Message[] {
  if (types.length === 0) return messages;
  return messages.slice(0, messages.findLastIndex(({ type }) => types.includes(type)) + 1);
}

async function takePart(
  message: Message,
  end: "first" | "last",
  split: TextSplitter,
  fits: (message: Message) => Promise<boolean>,
): Promise<Message | undefined> {
  if (message.type === "remove" || message.type === "unknown") return undefined;
  const { content } = message;
  if (typeof content !== "string") {
    const cut = (size: number) => ({
      ...message,
      content: end === "first" ? content.slice(0, size) : content.slice(-size),
    });
    for (let size = content.length - 1; size > 0; size--) if (await fits(cut(size))) return cut(size);
  }
  const pieces = await split(textAtCut(message, end));
  const cut = (size: number) => ({
    ...message,
    content: (end === "first" ? pieces.slice(0, size) : lastOf(pieces, size)).join(""),
  });
  const size = pieces.join("") === "" ? 0 : await findMost(pieces.length, (candidate) => fits(cut(candidate)));
  return size > 0 ? cut(size) : undefined;
}

/** The text to cut: of the part of the content that is next to what stays. */
function textAtCut({ content }: ContentMessage, end: "first" | "last"): string {
  if (typeof content === "string") return content;
  const part = end === "first" ? content[0] : content.at(-1);
  if (typeof part === "string") return part;
  return isRecord(part) && part.type === "text" ? (textAt(part, "text") ?? "") : "";
}

function lastOf(pieces: readonly string[], size: number): readonly string[] {
  return pieces.slice(pieces.length - size);
}

/** The greatest size up to `most` that fits, where everything smaller does too. */
async function findMost(most: number, fits: (size: number) => Promise<boolean>): Promise<number> {
  if (most > 0 && (await fits(most))) return most;
  let low = 0;
  let high = most - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (await fits(middle)) low = middle;
    else high = middle - 1;
  }
  return Math.max(low, 0);
}
