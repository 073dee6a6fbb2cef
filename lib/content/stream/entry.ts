import type { JsonObject, JsonValue } from "@/lib/langchain";
import type { ContentBlock } from "../block";

type Shown = {
  /** It changed since it was last translated. */
  isDirty: boolean;
  blocks: readonly ContentBlock[];
};

/** A piece of a message's content, as merged so far: one block of the provider, or text that stands by itself. */
export type ContentEntry = Shown & {
  readonly kind: "content" | "output";
  element: JsonValue;
  /** The feed in which it last grew; pieces without an index join only across feeds. */
  feed: number;
  /** The call of the message's own lists that this block is. */
  call: CallEntry | undefined;
};

/** A tool call from the message's own lists, as far as it has come. */
export type CallEntry = Shown & {
  readonly kind: "call";
  readonly index: string | number | undefined;
  id: string | null;
  name: string | null;
  /** The JSON text of the arguments so far. */
  text: string;
  /** The arguments, where they came whole and not as text. */
  args: JsonObject | undefined;
  /** The text is the argument itself and no JSON (OpenAI's custom tools). */
  isCustom: boolean;
  error: string | undefined;
  extras: JsonObject | undefined;
  /** The block of the content that shows it, where the model wrote it. */
  shownBy: ContentEntry | undefined;
};

/** What becomes blocks. */
export type Entry = ContentEntry | CallEntry;
