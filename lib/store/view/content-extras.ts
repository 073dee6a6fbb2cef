import type { WireMessage } from "@/lib/protocol";
import { type Fields, isFields, listOf } from "./fields";
import { isSameJson } from "./is-same-json";

/** Where something that an answer says comes from. Named once, however often it is cited. */
export type MessageSource = { readonly url?: string; readonly title?: string; readonly citedText?: string };

/** A call that the model's provider runs itself, such as a web search. */
export type ServerToolCall = {
  readonly id: string;
  readonly name: string;
  readonly args?: unknown;
  /** Undefined until the provider has answered. */
  readonly result?: { readonly output: unknown; readonly isError: boolean };
};

/** What an answer holds besides its text, its media and the calls of our tools. */
export type ContentExtras = {
  readonly sources: readonly MessageSource[];
  readonly serverCalls: readonly ServerToolCall[];
  /** Where the text itself writes [1], [2]: for each number its place in `sources`. */
  readonly numbered: readonly number[];
};

export const NO_EXTRAS: ContentExtras = { sources: [], serverCalls: [], numbered: [] };

/** Adds what a piece of a message, or all of it, holds. Returns the same object when that is nothing new. */
export function addExtras(
  before: ContentExtras,
  { content, additional_kwargs: extra }: Pick<WireMessage, "content" | "additional_kwargs">,
): ContentExtras {
  let extras = addNumbered(before, listOf(extra?.citations), listOf(extra?.search_results));
  if (typeof content === "string" || content === undefined || content === null) return extras;
  for (const block of content) if (isFields(block)) extras = addBlock(extras, block);
  return extras;
}

function addBlock(extras: ContentExtras, block: Fields): ContentExtras {
  const type = text(block.type);
  switch (type) {
    case "text":
      return annotationsOf(block).reduce<ContentExtras>(addSource, extras);
    case "server_tool_call":
    case "server_tool_use":
      return addCall(extras, {
        id: text(block.id) ?? "",
        name: text(block.name) ?? "",
        args: block.args ?? block.input,
      });
    case "server_tool_result":
      return addResult(extras, text(block.tool_call_id) ?? "", block.output, block.status === "error");
    default:
      // Anthropic names the result after its tool: `web_search_tool_result`.
      return type?.endsWith("_tool_result")
        ? addResult(
            extras,
            text(block.tool_use_id) ?? "",
            block.content,
            isFields(block.content) && "error_code" in block.content,
          )
        : extras;
  }
}

/** Perplexity lists the addresses, maybe with every piece, and writes their numbers into the text. */
function addNumbered(before: ContentExtras, urls: readonly unknown[], results: readonly unknown[]): ContentExtras {
  if (urls.length === 0 || urls.length <= before.numbered.length) return before;
  let extras = before;
  for (const url of urls) {
    const about = results.find((result) => isFields(result) && result.url === url);
    extras = addSource(extras, { url, title: isFields(about) ? about.title : undefined });
  }
  return { ...extras, numbered: urls.map((url) => extras.sources.findIndex((source) => source.url === url)) };
}

/** The place in `sources` of what an annotation names; -1 where it names nothing that is there. */
export function indexOfSource({ sources }: ContentExtras, annotation: unknown): number {
  const source = sourceIn(annotation);
  return source === undefined ? -1 : sources.findIndex((one) => one.url === source.url && one.title === source.title);
}

function addSource(extras: ContentExtras, annotation: unknown): ContentExtras {
  const source = sourceIn(annotation);
  if (source === undefined || indexOfSource(extras, annotation) !== -1) return extras;
  return { ...extras, sources: [...extras.sources, source] };
}

function sourceIn(annotation: unknown): MessageSource | undefined {
  if (!isFields(annotation)) return undefined;
  const said = saidIn(annotation);
  const source = {
    ...named("url", said.url),
    ...named("title", said.title ?? said.document_title),
    ...named("citedText", said.cited_text ?? said.citedText),
  };
  return source.url === undefined && source.title === undefined ? undefined : source;
}

/** What names a source of a text block: OpenAI's annotations, Anthropic's citations. */
export function annotationsOf(block: Fields): readonly unknown[] {
  return [...listOf(block.annotations), ...listOf(block.citations)];
}

/** What an annotation says: Chat Completions nest it one level deeper than Responses. */
export function saidIn(annotation: Fields): Fields {
  return isFields(annotation.url_citation) ? annotation.url_citation : annotation;
}

function addCall(extras: ContentExtras, call: ServerToolCall): ContentExtras {
  if (call.id === "") return extras;
  const known = extras.serverCalls.find(({ id }) => id === call.id);
  if (known === undefined) return { ...extras, serverCalls: [...extras.serverCalls, call] };
  const whole = { ...known, name: call.name || known.name, ...(call.args === undefined ? {} : { args: call.args }) };
  return isSameJson(known, whole) ? extras : replaced(extras, whole);
}

function addResult(extras: ContentExtras, id: string, output: unknown, isError: boolean): ContentExtras {
  const known = extras.serverCalls.find((call) => call.id === id);
  const whole = { ...(known ?? { id, name: "" }), result: { output, isError } };
  if (known !== undefined) return isSameJson(known, whole) ? extras : replaced(extras, whole);
  return id === "" ? extras : { ...extras, serverCalls: [...extras.serverCalls, whole] };
}

function replaced(extras: ContentExtras, call: ServerToolCall): ContentExtras {
  return { ...extras, serverCalls: extras.serverCalls.map((one) => (one.id === call.id ? call : one)) };
}

function named<Name extends string>(name: Name, value: unknown): { readonly [Key in Name]?: string } {
  const found = text(value);
  return (found === undefined ? {} : { [name]: found }) as { readonly [Key in Name]?: string }; // one name, one text
}

function text(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}
