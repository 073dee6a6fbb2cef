import { z } from "zod";

/** The body of every refused request of ours. `field` is the path inside the request body that was wrong. */
export const errorBodySchema = z.looseObject({
  code: z.string(),
  message: z.string(),
  field: z.string().optional(),
});
export type ErrorBody = z.infer<typeof errorBodySchema>;

/** Errors travel as a value: `error` is a kind, `message` is for a person, `code` is ours where our server sent it. */
export const errorDataSchema = z.looseObject({
  error: z.string(),
  message: z.string(),
  code: z.string().nullish(),
});
export type ErrorData = z.infer<typeof errorDataSchema>;
