import { z } from "zod";

/** What a person says of one message of the agent. It stands in the thread's metadata, see `feedbackKey`; `null` there: taken back. */
export const feedbackSchema = z.looseObject({
  rating: z.enum(["up", "down"]),
  comment: z.string().max(2000).optional(),
});
export type Feedback = z.infer<typeof feedbackSchema>;
