import { z } from "zod";
import { errorDataSchema } from "./error-body";
import { wireMessageSchema } from "./message";

/** A server-sent event after framing, before its data is read. `id` is empty when the server sent none. */
export type RawEvent = { readonly event: string; readonly data: string; readonly id: string };

const messageMetadataSchema = z.looseObject({
  langgraph_node: z.string().nullish(),
  langgraph_step: z.number().nullish(),
  langgraph_checkpoint_ns: z.string().nullish(),
  tags: z.array(z.string()).nullish(),
});

export type MessageMetadata = z.infer<typeof messageMetadataSchema>;

const toolEventSchema = z.looseObject({
  event: z.string(),
  toolCallId: z.string().nullish(),
  name: z.string().nullish(),
  data: z.unknown().optional(),
  output: z.unknown().optional(),
  error: z.unknown().optional(),
});

export type ToolEventData = z.infer<typeof toolEventSchema>;

const runMetadataSchema = z.looseObject({ run_id: z.string(), attempt: z.number().nullish() });
export type RunMetadata = z.infer<typeof runMetadataSchema>;

/** What each event carries. Read in a browser by `readEvent`, which accepts the same. */
export const eventDataSchemas = {
  metadata: runMetadataSchema,
  messages: z.tuple([wireMessageSchema, messageMetadataSchema.nullish()]),
  updates: z.record(z.string(), z.unknown()),
  values: z.unknown(),
  custom: z.unknown(),
  tools: toolEventSchema,
  error: errorDataSchema,
  end: z.unknown(),
} as const;

type DataSchemas = typeof eventDataSchemas;
export type KnownEvent = {
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
