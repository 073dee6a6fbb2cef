import type { WireMessage } from "@/lib/protocol";
import { isSameJson } from "./is-same-json";

/** Where something that an answer says comes from. */
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
};

export const NO_EXTRAS: ContentExtras = { sources: [], serverCalls: [] };

type Fields = Readonly<Record<string, unknown>>;

/** Adds what a piece of a message, or all of it, holds. Returns the same object when that is nothing new. */
export function addExtras(before: ContentExtras, { content }: Pick<WireMessage, "content">): ContentExtras {
  if (typeof content === "string" || content === undefined || content === null) return before;
  let extras = before;
  for (const block of content) if (isFields(block)) extras = addBlock(extras, block);
  return extras;
}

function addBlock(extras: ContentExtras, block: Fields): ContentExtras {
  const type = text(block.type);
  switch (type) {
    case "text":
      return [...list(block.annotations), ...list(block.citations)].reduce<ContentExtras>(addSource, extras);
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

function addSource(extras: ContentExtras, annotation: unknown): ContentExtras {
  if (!isFields(annotation)) return extras;
  const said = isFields(annotation.url_citation) ? annotation.url_citation : annotation;
  const source = {
    ...named("url", said.url),
    ...named("title", said.title ?? said.document_title),
    ...named("citedText", said.cited_text),
  };
  if (source.url === undefined && source.title === undefined) return extras;
  const isKnown = extras.sources.some((one) => one.url === source.url && one.title === source.title);
  return isKnown ? extras : { ...extras, sources: [...extras.sources, source] };
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

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
