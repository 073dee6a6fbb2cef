import { z } from "zod";
import { defineHeadlessTool } from "./define-headless-tool";

/** Reads a text aloud with the voice of the person's device. */
export const speak = defineHeadlessTool({
  name: "speak",
  title: "Read aloud",
  description: "Read a text aloud with the voice of the person's device. Returns when it has been spoken.",
  reason: "The agent wants to read something aloud.",
  input: z.object({
    text: z.string().min(1).max(2_000),
    language: z
      .string()
      .regex(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, "a language tag such as en-GB")
      .optional()
      .describe("The text's language, for example en-GB"),
  }),
  output: z.object({ spoken_characters: z.int() }),
  policy: { consent: "ask-once", timeoutMs: 300_000, idempotent: false, needsGesture: false },
});
