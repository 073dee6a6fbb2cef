import { z } from "zod";

const extrasSchema = z.record(z.string(), z.unknown());

/** Where a text comes from. `start_index` and `end_index` refer to the answer, not to the source. Source: LangChain `Citation`. */
export const citationSchema = z.looseObject({
  type: z.literal("citation"),
  id: z.string().nullish(),
  url: z.string().nullish(),
  title: z.string().nullish(),
  start_index: z.number().nullish(),
  end_index: z.number().nullish(),
  cited_text: z.string().nullish(),
  extras: extrasSchema.nullish(),
});
export type Citation = z.infer<typeof citationSchema>;

/** An annotation that only its provider understands. Source: LangChain `NonStandardAnnotation`. */
export const nonStandardAnnotationSchema = z.looseObject({
  type: z.literal("non_standard_annotation"),
  id: z.string().nullish(),
  value: z.unknown().optional(),
});

/** What translators write under `annotations`. */
export type Annotation = Citation | z.infer<typeof nonStandardAnnotationSchema>;
