import { tool } from "@langchain/core/tools";
import { z } from "zod";
import { ToolweaveError } from "@/lib/errors";

const fieldSchema = z.object({
  name: z.string().min(1).max(60).describe("What the answer is called in the result"),
  label: z.string().min(1).max(200).describe("What the person reads"),
  kind: z.enum(["text", "long_text", "number", "date", "email", "choice", "yes_no"]),
  options: z.array(z.string().max(200)).max(50).optional().describe("Of a choice"),
  required: z.boolean().optional(),
});

/**
 * Asks several things at once. Must be among the reviewed tools, with `edit` and `reject` allowed: the person's answers come as an
 * edit of the arguments.
 */
export const askForm = tool(
  ({ answers }) => {
    if (answers !== undefined) return JSON.stringify(answers);
    throw new ToolweaveError("tool_failed", "Nobody has filled in the form. Ask the person in words instead.");
  },
  {
    name: "ask_form",
    description: "Ask the person several things at once with a form. The result is their answers by field name.",
    schema: z.object({
      title: z.string().min(1).max(200),
      fields: z.array(fieldSchema).min(1).max(40),
      submit: z.string().max(40).optional().describe("What stands on the button"),
      answers: z
        .record(z.string(), z.union([z.string().max(10_000), z.number(), z.boolean()]))
        .optional()
        .describe("Leave out: the person gives these"),
    }),
    metadata: { title: "Form" },
  },
);
