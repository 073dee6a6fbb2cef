import { type ChunkFields, jsonText, readArgs, readId, readName } from "./chunk-fields";
import type { OpenCall } from "./open-call";

/**
 * Finds for the calls that a settled message lists under unknown ids the streamed calls that they are: first by name
 * and arguments, then by name and order. Costs the product of the numbers of calls with the same name.
 */
export function matchSettledCalls(
  settled: readonly ChunkFields[],
  streamed: readonly OpenCall[],
): ReadonlyMap<ChunkFields, OpenCall> {
  const ids = settled.map((fields) => readId(fields.id));
  const unknown = settled.filter((_, at) => !streamed.some((call) => call.id === ids[at]));
  const free = streamed.filter((call) => !ids.includes(call.id));
  const texts = new Map(free.map((call) => [call, jsonText(call.view().args)]));
  const matches = new Map<ChunkFields, OpenCall>();
  for (const isByArguments of [true, false]) {
    for (const fields of unknown) {
      const args = readArgs(fields.args);
      const isSame = (call: OpenCall) =>
        readName(fields.name) === call.name && (!isByArguments || args === texts.get(call));
      const at = matches.has(fields) ? -1 : free.findIndex(isSame);
      for (const call of at < 0 ? [] : free.splice(at, 1)) matches.set(fields, call);
    }
  }
  return matches;
}
