import { z } from "zod";

/**
 * What a server tool writes to the run's `custom` stream to show how far it is: a share from 0 to 1, a few words, or both.
 * Any other custom event is passed on untouched.
 */
export const toolProgressSchema = z.looseObject({
  type: z.literal("tool_progress"),
  tool_call_id: z.string(),
  progress: z.number().min(0).max(1).optional(),
  message: z.string().optional(),
});
export type ToolProgress = z.infer<typeof toolProgressSchema>;
