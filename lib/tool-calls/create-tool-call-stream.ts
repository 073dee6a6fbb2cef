import { CallList } from "./call-list";
import { type ChunkFields, isFields, readArgs, readId, readIndex, readName } from "./chunk-fields";
import type { OpenCall } from "./open-call";
import { matchSettledCalls } from "./settled-calls";
import type { ToolCall, ToolCallSnapshot, ToolCallStream, ToolCallStreamOptions } from "./tool-call";

const DEFAULT_MAX_CALLS = 1000;
const DEFAULT_KEY_PREFIX = "call-";

/**
 * Gathers the tool-call chunks of a message into calls whose arguments can be read while they grow.
 *
 * Where each chunk has an integer index, and id and name come on the first only, names, ids and argument texts equal
 * LangChain's merge after every chunk (docs/invariants.md lists the exceptions). Elsewhere these rules hold:
 * - M1 ids: `null`, `""`, `"null"`, `"undefined"` are absent; numbers become strings. Index: digit strings are numbers,
 *   other strings are keys, missing is unknown. It is a key, never a position in a list.
 * - M2 which call: a known id is that call. A call opens only by a chunk with a real id or a name: if none is open on
 *   that index (without index: if none was touched last), or a different real id comes with a name, or a name comes
 *   and the open call's arguments are complete. A chunk with neither goes to the newest call on its index, else
 *   (without index) to the call touched last, else it is counted and not shown. A different id without a name
 *   continues; the first real id wins; a late first id replaces a made-up one. A settled message with the same message
 *   id replaces the id; key and call stay.
 * - M3 name: equal, keep; different while there are no arguments yet, append; otherwise ignore.
 * - M4 arguments: append whenever the result can still begin a JSON value. Only if not: a fragment that begins with
 *   the text so far replaces it; a repeat of it, or a JSON string that encodes it, is dropped; an exact `{}` is
 *   replaced; anything else is appended and the call ends invalid.
 * - M5 state: `streaming` until `finish`. Then empty or `null` is `{}`; a strict parse to an object is `complete`; cut
 *   off is `incomplete`; anything else is `invalid`.
 *
 * `feed` costs in proportion to the chunk; `snapshot` in proportion to the number of calls and the changed parts of
 * their arguments. A fault in one call touches no other.
 */
export function createToolCallStream(options: ToolCallStreamOptions = {}): ToolCallStream {
  if (specimens.length === 0) keepSpecimen();
  const list = new CallList({
    bounds: options,
    maxCalls: options.maxCalls ?? DEFAULT_MAX_CALLS,
    keyPrefix: options.keyPrefix ?? DEFAULT_KEY_PREFIX,
  });
  let shown: ToolCallSnapshot = { calls: [], strayChunks: 0 };

  function feedChunk(chunk: ChunkFields, isWhole: boolean): void {
    const name = readName(chunk.name);
    const call = list.route(readIndex(chunk.index), readId(chunk.id), name, isWhole);
    if (name !== undefined) call?.addName(name);
    call?.addArguments(readArgs(chunk.args));
  }

  /** The last of rule M2: a message that has come whole, after its chunks. */
  function feedSettled(settled: readonly ChunkFields[], streamed: readonly OpenCall[]): void {
    const matches = matchSettledCalls(settled, streamed);
    for (const fields of settled) {
      const id = readId(fields.id);
      const call = matches.get(fields) ?? list.withId(id);
      if (call === undefined) feedChunk(fields, true);
      else {
        if (id !== undefined && id !== call.id) list.adoptId(call, id);
        if (!call.hasArguments && !call.isSettled) call.addArguments(readArgs(fields.args));
      }
    }
  }

  function feedMessage(message: ChunkFields): void {
    const id = readId(message.id);
    list.messageId = id ?? list.messageId;
    if (feedChunks(message.tool_call_chunks)) return;
    const whole = Array.isArray(message.tool_calls) ? message.tool_calls.filter(isFields) : [];
    if (whole.length === 0) return;
    feedSettled(whole, id === undefined ? [] : list.calls.filter((call) => call.messageId === id));
  }

  /** False if there were none. */
  function feedChunks(chunks: unknown): boolean {
    if (!Array.isArray(chunks) || chunks.length === 0) return false;
    for (const chunk of chunks) if (isFields(chunk)) feedChunk(chunk, false);
    return true;
  }

  return {
    feed(chunk) {
      if (!isFields(chunk)) return;
      if ("tool_call_chunks" in chunk || "tool_calls" in chunk || "content" in chunk) feedMessage(chunk);
      else feedChunk(chunk, false);
    },
    finish() {
      for (const call of list.calls) call.settle();
    },
    snapshot() {
      const { calls, strayChunks } = list;
      const views = calls.map(viewOf);
      if (!isSameList(views, shown.calls) || strayChunks !== shown.strayChunks) shown = { calls: views, strayChunks };
      return shown;
    },
    stateAt(key, path) {
      return list.calls.find((call) => call.key === key)?.stateAt(path) ?? "absent";
    },
  };
}

function isSameList(left: readonly ToolCall[], right: readonly ToolCall[]): boolean {
  for (let at = 0; at < left.length; at++) if (left[at] !== right[at]) return false;
  return left.length === right.length;
}

/** Apart, so that a snapshot allocates no function. */
function viewOf(call: OpenCall): ToolCall {
  return call.view();
}

/** Keeps the shapes of this folder's objects, and so the code compiled for them, alive (see `createPartialJson`). */
const specimens: (ToolCallStream | ToolCallSnapshot | undefined)[] = [];

function keepSpecimen(): void {
  specimens.push(undefined);
  const stream = createToolCallStream();
  stream.feed({ index: 0, id: "id", name: "name", args: '{"text":"' });
  specimens.push(stream, stream.snapshot());
}
