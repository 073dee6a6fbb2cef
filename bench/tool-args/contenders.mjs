import { load } from "../bundle.mjs";

const { createToolCallStream } = await load("lib/tool-calls");

/** Stream time between two readings where a person looks on: 200 chunks and 60 frames a second. */
export const CHUNKS_A_FRAME = 200 / 60;

/** Keeps results alive, so that no work can be optimised away. */
export const sink = { value: undefined };

/** The least that anybody has to do: append the text, and parse it once. */
export function appendAndParse({ texts, chunks }) {
  const gathered = texts.map(() => "");
  for (const { call, piece } of chunks) gathered[call] += piece;
  sink.value = gathered.map((text) => JSON.parse(text));
  return sink.value;
}

/** Our fast path, fed with ToolCallChunks; a snapshot is read after every `chunksASnapshot` chunks, and at the end. */
export function toolweave({ texts, chunks }, chunksASnapshot = 1) {
  const stream = createToolCallStream();
  const isOpen = texts.map(() => false);
  let due = 0;
  for (const { call, piece } of chunks) {
    if (isOpen[call]) stream.feed({ type: "tool_call_chunk", index: call, args: piece });
    else stream.feed({ type: "tool_call_chunk", index: call, id: `call_${call}`, name: "tool", args: piece });
    isOpen[call] = true;
    due += 1;
    if (due < chunksASnapshot) continue;
    due -= chunksASnapshot;
    sink.value = stream.snapshot();
  }
  stream.finish();
  sink.value = stream.snapshot();
  return sink.value.calls.map(({ status, args }) => (status === "complete" ? args : status));
}

export const toolweaveAtFrames = (input) => toolweave(input, CHUNKS_A_FRAME);
export const toolweaveAtEnd = (input) => toolweave(input, Number.POSITIVE_INFINITY);
