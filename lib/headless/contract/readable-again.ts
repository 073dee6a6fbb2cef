import type { z } from "zod";

/**
 * What to send so that the other side, which reads with the same schema, gets what was read here: the reading, where
 * reading it again changes nothing (defaults, names left out), else the original (transforms, coercions).
 */
export function readableAgain(schema: z.ZodType, read: unknown, original: unknown): unknown {
  try {
    const again = schema.safeParse(read);
    return again.success && JSON.stringify(again.data) === JSON.stringify(read) ? read : original;
  } catch {
    return original; // a transform that does not know its own outcome
  }
}
