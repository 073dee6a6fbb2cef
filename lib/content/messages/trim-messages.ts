import type { ContentMessage, Message, MessageType } from "../message";
import { countTokensApproximately } from "./count-tokens-approximately";
import { dropAfter, type TextSplitter, type TokenCounter, takeFirst } from "./take-first";

/** A chat model of LangChain.js: it counts the tokens of one content. */
export type CountingModel = { getNumTokens(content: ContentMessage["content"]): Promise<number> };

export type TrimOptions = {
  readonly maxTokens: number;
  /** `approximate` counts by characters and asks nobody; `(messages) => messages.length` limits the messages instead. */
  readonly tokenCounter: TokenCounter | CountingModel | "approximate";
  /** Which end stays. Default `last`. */
  readonly strategy?: "first" | "last";
  /** Keeps what fits of the message at the cut. Default false. */
  readonly allowPartial?: boolean;
  /** What stays begins with a message of this type. Only with `last`. */
  readonly startOn?: MessageType | readonly MessageType[];
  /** What stays ends with a message of this type; with `last`, the end is found before anything is counted. */
  readonly endOn?: MessageType | readonly MessageType[];
  /** A system message at the beginning stays, and counts. Only with `last`. */
  readonly includeSystem?: boolean;
  /** Cuts the text of a partial message. Default: after each line break. */
  readonly textSplitter?: TextSplitter | { splitText(text: string): Promise<readonly string[]> };
};

/**
 * Trims a history to a number of tokens as LangChain's Python `trim_messages` does. The messages given are never changed
 * (LangChain.js changes the one at the cut). Counts about log₂ n times.
 * Throws a TypeError for options that contradict each other.
 */
export async function trimMessages(messages: readonly Message[], options: TrimOptions): Promise<Message[]> {
  const { maxTokens, strategy = "last", allowPartial = false, startOn, endOn, includeSystem = false } = options;
  if (strategy === "first" && (startOn !== undefined || includeSystem)) {
    throw new TypeError('trimMessages: startOn and includeSystem need strategy "last". Leave them out, or change it.');
  }
  const count = readCounter(options.tokenCounter);
  const split = readSplitter(options.textSplitter);
  if (strategy === "first") {
    return takeFirst(messages, {
      maxTokens,
      count,
      split,
      partial: allowPartial ? "first" : undefined,
      endOn: toList(endOn),
    });
  }
  const ended = dropAfter([...messages], toList(endOn));
  const [first] = ended;
  const system = includeSystem && first?.type === "system" ? [first] : [];
  const left = system.length > 0 ? Math.max(0, maxTokens - (await count(system))) : maxTokens;
  const taken = await takeFirst(ended.slice(system.length).reverse(), {
    ...{ maxTokens: left, count, split, partial: allowPartial ? ("last" as const) : undefined },
    endOn: toList(startOn),
    isReversed: true,
  });
  return [...system, ...taken.reverse()];
}

function readCounter(counter: TrimOptions["tokenCounter"]): TokenCounter {
  if (counter === "approximate") return countTokensApproximately;
  if (typeof counter === "function") return counter;
  return async (messages) => {
    const counts = messages.map((message) => ("content" in message ? counter.getNumTokens(contentOf(message)) : 0));
    return (await Promise.all(counts)).reduce((sum, tokens) => sum + tokens, 0);
  };
}

function contentOf(message: Message): ContentMessage["content"] {
  return message.type === "remove" || message.type === "unknown" ? "" : message.content;
}

function readSplitter(splitter: TrimOptions["textSplitter"]): TextSplitter {
  if (splitter === undefined) return splitAfterLines;
  return typeof splitter === "function" ? splitter : (text) => splitter.splitText(text);
}

function splitAfterLines(text: string): readonly string[] {
  const lines = text.split("\n");
  return lines.map((line, at) => (at < lines.length - 1 ? `${line}\n` : line));
}

function toList(types: TrimOptions["endOn"]): readonly MessageType[] {
  return types === undefined ? [] : typeof types === "string" ? [types] : types;
}
