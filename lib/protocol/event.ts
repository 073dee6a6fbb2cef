import { z } from "zod";
import { type ErrorData, errorDataSchema } from "./error-body";
import { wireMessageSchema } from "./message";
import { interruptSchema } from "./thread";

/** A server-sent event after framing, before its data is read. `id` is empty when the server sent none. */
export type RawEvent = { readonly event: string; readonly data: string; readonly id: string };

const messageMetadataSchema = z.looseObject({
  langgraph_node: z.string().nullish(),
  langgraph_step: z.number().nullish(),
  langgraph_checkpoint_ns: z.string().nullish(),
  tags: z.array(z.string()).nullish(),
});

const toolEventSchema = z.looseObject({
  event: z.string(),
  toolCallId: z.string().nullish(),
  name: z.string().nullish(),
  data: z.unknown().optional(),
  output: z.unknown().optional(),
  error: z.unknown().optional(),
});

const dataSchemas = {
  metadata: z.looseObject({ run_id: z.string(), attempt: z.number().nullish() }),
  messages: z.tuple([wireMessageSchema, messageMetadataSchema.nullish()]),
  updates: z.record(z.string(), z.unknown()),
  values: z.unknown(),
  custom: z.unknown(),
  tools: toolEventSchema,
  error: errorDataSchema,
  end: z.unknown(),
} as const;

type DataSchemas = typeof dataSchemas;
type KnownEvent = {
  [Name in keyof DataSchemas]: {
    event: Name;
    namespace: readonly string[];
    id: string;
    data: z.infer<DataSchemas[Name]>;
  };
}[keyof DataSchemas];

/** What a run stream carries. Events that no one knows, or whose data is not as agreed, are `unknown`, never an exception. */
export type StreamEvent =
  | KnownEvent
  | { event: "unknown"; namespace: readonly string[]; id: string; name: string; data: unknown; reason?: string };

/** Interrupts that an `updates` or `values` event reports under `__interrupt__`; an empty list when there are none. */
export function interruptsOf(data: unknown): readonly z.infer<typeof interruptSchema>[] {
  if (typeof data !== "object" || data === null || !Object.hasOwn(data, "__interrupt__")) return [];
  const read = z.array(interruptSchema).safeParse((data as { __interrupt__: unknown }).__interrupt__);
  return read.success ? read.data : [];
}

/** Reads one framed event. Never throws: what cannot be read comes back as `unknown` with the reason. */
export function readEvent(raw: RawEvent): StreamEvent {
  const [name = "", ...namespace] = raw.event.split("|");
  const head = { namespace, id: raw.id };
  let data: unknown = null;
  if (raw.data !== "") {
    try {
      data = JSON.parse(raw.data);
    } catch {
      if (name === "error") return { event: "error", ...head, data: readError(raw.data) };
      return { event: "unknown", ...head, name, data: raw.data, reason: "data is not one JSON value" };
    }
  }
  if (!isKnown(name)) return { event: "unknown", ...head, name, data };
  if (name === "error") return { event: "error", ...head, data: readError(data) };
  const read = dataSchemas[name].safeParse(data);
  if (!read.success) return { event: "unknown", ...head, name, data, reason: z.prettifyError(read.error) };
  return { event: name, ...head, data: read.data } as KnownEvent; // the schema was chosen by the same name
}

function isKnown(name: string): name is keyof DataSchemas {
  return Object.hasOwn(dataSchemas, name);
}

/** Servers say it in many shapes, a bare string among them; the person gets a sentence out of each. */
function readError(data: unknown): ErrorData {
  const read = errorDataSchema.safeParse(data);
  if (read.success && read.data.message !== "") return read.data;
  return { error: "Error", message: sentenceIn(data, 0) ?? "The run failed without saying why." };
}

function sentenceIn(data: unknown, depth: number): string | undefined {
  if (typeof data === "string") return data.trim() === "" ? undefined : data;
  if (typeof data !== "object" || data === null || depth > 3) return undefined;
  const fields = data as Record<string, unknown>;
  for (const name of ["message", "detail", "error"]) {
    const found = Object.hasOwn(fields, name) ? sentenceIn(fields[name], depth + 1) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}
