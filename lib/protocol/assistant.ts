import { z } from "zod";

const metadataSchema = z.record(z.string(), z.unknown());

/** An agent as a LangGraph server describes it. On ours the configuration makes them: the name is the id. */
export const assistantSchema = z.looseObject({
  assistant_id: z.string(),
  graph_id: z.string(),
  name: z.string(),
  description: z.string().nullish(),
  config: metadataSchema,
  context: z.unknown().optional(),
  metadata: metadataSchema.nullish(),
  version: z.number(),
  created_at: z.string(),
  updated_at: z.string(),
});
export type Assistant = z.infer<typeof assistantSchema>;

export const countAssistantsSchema = z.looseObject({
  graph_id: z.string().nullish(),
  name: z.string().nullish(),
  metadata: metadataSchema.nullish(),
});
export type CountAssistants = z.infer<typeof countAssistantsSchema>;

export const searchAssistantsSchema = countAssistantsSchema.extend({
  limit: z.int().min(1).max(1000).nullish(),
  offset: z.int().min(0).nullish(),
  sort_by: z.enum(["assistant_id", "graph_id", "name", "created_at", "updated_at"]).nullish(),
  sort_order: z.enum(["asc", "desc"]).nullish(),
  select: z.array(z.string()).nullish(),
});

/** JSON schemas of what a graph takes, gives and keeps; `null` where the graph does not say. */
export const graphSchemasSchema = z.looseObject({
  graph_id: z.string().optional(),
  input_schema: metadataSchema.nullish(),
  output_schema: metadataSchema.nullish(),
  state_schema: metadataSchema.nullish(),
  config_schema: metadataSchema.nullish(),
  context_schema: metadataSchema.nullish(),
});
export type GraphSchemas = z.infer<typeof graphSchemasSchema>;

/** A graph to draw. */
export const drawableGraphSchema = z.looseObject({
  nodes: z.array(z.looseObject({ id: z.union([z.string(), z.number()]), type: z.string().optional() })),
  edges: z.array(
    z.looseObject({
      source: z.union([z.string(), z.number()]),
      target: z.union([z.string(), z.number()]),
      conditional: z.boolean().optional(),
    }),
  ),
});
