import { z } from "zod";

/** The body of every refused request of ours. `field` is the path inside the request body that was wrong. */
export const errorBodySchema = z.looseObject({
  code: z.string(),
  message: z.string(),
  field: z.string().optional(),
});
export type ErrorBody = z.infer<typeof errorBodySchema>;
