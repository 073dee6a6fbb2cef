import { isDeepStrictEqual } from "node:util";
import { AIMessage, AIMessageChunk, type InvalidToolCall, type ToolCall } from "@langchain/core/messages";
import { isRecord, readAnswerEnd } from "@/lib/content";
import { argsSoFar } from "./args-so-far";

type CallPiece = NonNullable<AIMessageChunk["tool_call_chunks"]>[number];

/** A call as the model wrote it. */
type WrittenCall = {
  readonly id: string;
  readonly name: string;
  readonly text: string;
  /** The tool takes text, not JSON: whatever was written is its input. */
  readonly isFreeText: boolean;
};

/**
 * The answer with each call held to the strict parse of its argument text. LangChain makes a call of whatever its lenient
 * parser reads, and the text is lost once the answer is in the thread's state: so what is broken about a call is told by an
 * entry of `invalid_tool_calls` with its id (the text, and the reason), while the call stays in `tool_calls`, with its
 * arguments as far as they can be read, where it is answered like every call. The answer itself where nothing is broken.
 */
export function markBrokenCalls(answer: AIMessage): AIMessage {
  const written = AIMessageChunk.isInstance(answer) ? writtenCalls(answer.tool_call_chunks ?? []) : [];
  const isWritten = (call: InvalidToolCall) => written.some(({ id }) => id === call.id);
  const { additional_kwargs: kwargs, response_metadata: metadata } = answer;
  const isShort = readAnswerEnd({ additional_kwargs: kwargs, response_metadata: metadata }) !== undefined;
  const [broken, calls]: [InvalidToolCall[], ToolCall[]] = [[], []];
  for (const { id, name, ...rest } of written) {
    const hasNotBegun = isShort && rest.text.trim() === "" && id === written.at(-1)?.id;
    const read = hasNotBegun ? { error: "The answer ended before them" } : readStrictly(rest);
    calls.push({ type: "tool_call", id, name, args: "args" in read ? read.args : argsSoFar(rest.text) });
    if ("error" in read) broken.push({ type: "invalid_tool_call", id, name, args: rest.text, error: read.error });
  }
  // What a model that does not stream could not read has no pieces. Without an id it cannot be answered.
  const unread = (answer.invalid_tool_calls ?? []).filter((call) => !isWritten(call));
  const answerable = unread.filter(({ id }) => id);
  const known = written.length > 0 ? calls : (answer.tool_calls ?? []);
  if (broken.length === 0 && answerable.length === 0 && known.length === answer.tool_calls?.length) return answer;
  const { id, name, content, usage_metadata } = answer;
  return new AIMessage({
    ...(id === undefined ? {} : { id }),
    ...(name === undefined ? {} : { name }),
    ...(usage_metadata === undefined ? {} : { usage_metadata }),
    content,
    additional_kwargs: kwargs,
    response_metadata: metadata,
    tool_calls: [...known, ...answerable.map(toCall)],
    invalid_tool_calls: [...broken, ...unread],
  });
}

/** What is broken about a call of an answer; undefined for one that is whole, and for one whose arguments a person changed. */
export function findBrokenCall(call: ToolCall, answer: AIMessage | undefined): InvalidToolCall | undefined {
  return answer?.invalid_tool_calls?.find(
    ({ id, name, args }) => id === call.id && name === call.name && isDeepStrictEqual(call.args, argsSoFar(args)),
  );
}

/** The pieces of each call together, told apart as LangChain does it; what has no id is no call to it. */
function writtenCalls(pieces: readonly CallPiece[]): WrittenCall[] {
  const groups: [CallPiece, ...CallPiece[]][] = [];
  for (const piece of pieces) {
    const group = groups.find(([first]) => isSameCall(first, piece));
    if (group) group.push(piece);
    else groups.push([piece]);
  }
  return groups.flatMap((group) => {
    const id = group.find((piece) => piece.id)?.id;
    if (!id) return [];
    const isFreeText = group.some((piece) => "isCustomTool" in piece && piece.isCustomTool === true);
    return [{ id, name: group[0].name ?? "", text: group.map(({ args }) => args ?? "").join(""), isFreeText }];
  });
}

function isSameCall(first: CallPiece, { id, index }: CallPiece): boolean {
  if (id && index !== undefined) return id === first.id && index === first.index;
  if (id) return id === first.id;
  return index !== undefined && index === first.index;
}

/** As the page reads it: nothing, and `null`, are no arguments (rule M5 of lib/tool-calls). */
function readStrictly({ text, isFreeText }: Pick<WrittenCall, "text" | "isFreeText">) {
  if (isFreeText) return { args: { input: text } };
  if (text.trim() === "") return { args: {} };
  try {
    const value: unknown = JSON.parse(text);
    if (value === null) return { args: {} };
    return isRecord(value) ? { args: value } : { error: "This is no JSON object" };
  } catch (error) {
    return { error: error instanceof Error ? error.message : "This is no JSON" };
  }
}

function toCall({ id, name, args }: InvalidToolCall): ToolCall {
  return { type: "tool_call", ...(id === undefined ? {} : { id }), name: name ?? "", args: argsSoFar(args) };
}
