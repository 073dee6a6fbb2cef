import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";

const expectSchema = z.looseObject({
  text: z.string(),
  reasoning: z.string().optional(),
  tool_calls: z.array(
    z.looseObject({ id: z.string().nullish(), name: z.string(), args: z.unknown(), raw_args: z.string().nullish() }),
  ),
  finish_reason: z.string().nullish(),
  usage: z.looseObject({ total_tokens: z.number().optional() }).nullish(),
});

const recordedStreamSchema = z.looseObject({
  name: z.string(),
  file: z.string(),
  provider: z.string(),
  api: z.string(),
  model: z.string().nullish(),
  content_type: z.string().nullish(),
  request: z.looseObject({ tools: z.array(z.unknown()).nullish() }).nullish(),
  expect: expectSchema,
  flow: z.looseObject({ id: z.string(), turn: z.int().min(1), of: z.int().min(1) }).optional(),
});

/** One response body of a provider: where it is, and what a reader must get from it. */
export type RecordedStream = z.infer<typeof recordedStreamSchema> & { readonly path: string };

/** Streams that we wrote ourselves; always there. */
export const OWN_STREAMS_DIRECTORY = join(import.meta.dirname, "streams");

/** Recordings of real providers, beside the repository on machines that have them. */
export const SHARED_STREAMS_DIRECTORY = join(import.meta.dirname, "../../../shared/streams");

/** True where the recordings of real providers are at hand; a test that needs them is skipped otherwise. */
export const hasSharedStreams = existsSync(join(SHARED_STREAMS_DIRECTORY, "manifest.jsonl"));

/**
 * Reads a folder of streams: `manifest.json` (an array, bodies beside it) or `manifest.jsonl` (a line each, bodies in
 * `data/`). Throws when the folder has neither or an entry is not as expected.
 */
export function readRecordedStreams(directory: string): RecordedStream[] {
  const lines = join(directory, "manifest.jsonl");
  const entries = existsSync(lines)
    ? readFileSync(lines, "utf8").trim().split("\n").map(parse)
    : z.array(z.unknown()).parse(parse(readFileSync(join(directory, "manifest.json"), "utf8")));
  const bodies = existsSync(lines) ? join(directory, "data") : directory;
  return entries.map((entry) => {
    const stream = recordedStreamSchema.parse(entry);
    return { ...stream, path: join(bodies, stream.file) };
  });
}

/** The turns of one flow, in order. Throws when the flow is not among the streams. */
export function turnsOf(streams: readonly RecordedStream[], flowId: string): RecordedStream[] {
  const turns = streams
    .filter((stream) => stream.flow?.id === flowId)
    .toSorted((a, b) => (a.flow?.turn ?? 0) - (b.flow?.turn ?? 0));
  if (turns.length === 0) throw new TypeError(`There is no flow "${flowId}" among these streams`);
  return turns;
}

function parse(text: string): unknown {
  return JSON.parse(text);
}
