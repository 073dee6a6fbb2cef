import { tool } from "@langchain/core/tools";
import { z } from "zod";
import { ToolweaveError } from "@/lib/errors";

/** Fails each time, so that a failed call can be seen. */
export const failAlways = tool(
  ({ reason }): string => {
    throw new ToolweaveError("tool_failed", `This tool always fails. ${reason}`);
  },
  {
    name: "fail_always",
    description: "Demonstrates a failing tool. Call it only when the person asks to see a tool fail.",
    schema: z.object({ reason: z.string().max(200).describe("A few words that the error repeats") }),
    metadata: { title: "Failing tool" },
  },
);
