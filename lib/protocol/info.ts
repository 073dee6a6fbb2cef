import { z } from "zod";
import { attachmentLimitsSchema } from "./attachment";

/** What the page must know before the first message: which model answers, and what is wrong with it, if anything. */
export const modelInfoSchema = z.looseObject({
  id: z.string(),
  isDemo: z.boolean(),
  /** A sentence for the person, when the model cannot answer: key missing, key refused, package missing. */
  problem: z.object({ code: z.string(), message: z.string() }).optional(),
});
export type ModelInfo = z.infer<typeof modelInfoSchema>;

/** A model that a run may name as `config.configurable.model`. With a `problem` it cannot be chosen. */
export const modelChoiceSchema = modelInfoSchema.extend({ title: z.string() });
export type ModelChoiceInfo = z.infer<typeof modelChoiceSchema>;

export const agentInfoSchema = z.looseObject({
  id: z.string(),
  title: z.string(),
  description: z.string().optional(),
  /** It has a model of its own, which is not the person's to choose. */
  has_own_model: z.boolean().optional(),
  tools: z.array(z.looseObject({ name: z.string(), title: z.string(), isHeadless: z.boolean() })),
  suggestions: z.array(
    z.looseObject({ title: z.string(), detail: z.string(), prompt: z.string(), icon: z.string().optional() }),
  ),
});
export type AgentInfo = z.infer<typeof agentInfoSchema>;

/** What is known of a model that answers: how much it can read, and what its tokens cost. */
export const modelFactsSchema = z.looseObject({
  context_tokens: z.number().optional(),
  /** Per million tokens, in one currency (ISO 4217). Without `cached_input`, cached tokens cost what others do. */
  price: z
    .looseObject({ currency: z.string(), input: z.number(), output: z.number(), cached_input: z.number().optional() })
    .optional(),
});
export type ModelFacts = z.infer<typeof modelFactsSchema>;

/** `GET /info`: the fields of a LangGraph server, and under `toolweave` what only ours says. */
export const infoSchema = z.looseObject({
  version: z.string().nullish(),
  flags: z.record(z.string(), z.unknown()).nullish(),
  toolweave: z
    .looseObject({
      model: modelInfoSchema,
      agents: z.array(agentInfoSchema),
      /** The models that can be chosen, `model` first; absent where there is nothing to choose. */
      model_choices: z.array(modelChoiceSchema).optional(),
      /** By the name that an answer gives its model, or the beginning of it. */
      models: z.record(z.string(), modelFactsSchema).optional(),
      /** Absent: this server takes no files. */
      attachments: attachmentLimitsSchema.optional(),
    })
    .optional(),
});
export type Info = z.infer<typeof infoSchema>;
