import { z } from "zod";

/** A label of a namespace. Source: LangGraph's store, which joins labels with dots. */
const labelSchema = z
  .string()
  .min(1)
  .regex(/^[^.:\0]+$/, { error: "a label of a namespace must not be empty nor hold a dot, a colon or NUL" });

const MAX_LABELS = 32;
const labelsSchema = z.array(labelSchema).max(MAX_LABELS);
const namespaceSchema = labelsSchema.min(1).refine(([root]) => root !== "langgraph", {
  error: 'the first label must not be "langgraph": LangGraph keeps that for itself',
});
const keySchema = z.string().min(1).max(1000);

/** Something kept beyond threads. Times are ISO 8601. */
export const itemSchema = z.looseObject({
  namespace: z.array(z.string()),
  key: z.string(),
  value: z.record(z.string(), z.unknown()),
  created_at: z.string(),
  updated_at: z.string(),
});
export type StoreItem = z.infer<typeof itemSchema>;

/** `index` is taken and has no effect: there is no search by meaning. */
export const putItemSchema = z.looseObject({
  namespace: namespaceSchema,
  key: keySchema,
  value: z.record(z.string(), z.unknown()),
});

export const deleteItemSchema = z.looseObject({ namespace: namespaceSchema, key: keySchema });

/** `filter`: fields of the value that must be equal, or `{"$gt": 3}` and the like. */
export const searchItemsSchema = z.looseObject({
  namespace_prefix: labelsSchema.nullish(),
  filter: z.record(z.string(), z.unknown()).nullish(),
  limit: z.int().min(1).max(1000).nullish(),
  offset: z.int().min(0).nullish(),
});

export const foundItemsSchema = z.looseObject({ items: z.array(itemSchema) });

/** `*` in a prefix or suffix stands for any label. */
export const listNamespacesSchema = z.looseObject({
  prefix: labelsSchema.nullish(),
  suffix: labelsSchema.nullish(),
  max_depth: z.int().min(1).nullish(),
  limit: z.int().min(1).max(1000).nullish(),
  offset: z.int().min(0).nullish(),
});

export const foundNamespacesSchema = z.looseObject({ namespaces: z.array(z.array(z.string())) });
