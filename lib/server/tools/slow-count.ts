import { setTimeout } from "node:timers/promises";
import { type ToolRuntime, tool } from "@langchain/core/tools";
import { z } from "zod";

/**
 * Counts slowly. After each number it writes `{ type: "tool_progress", tool_call_id, progress, message }` to the run's
 * `custom` stream; `progress` is a share from 0 to 1. Stops at once when the run is stopped.
 */
export const slowCount = tool(
  async ({ to, pause_ms: pauseMs }, runtime: ToolRuntime) => {
    for (let number = 1; number <= to; number += 1) {
      await setTimeout(pauseMs, undefined, runtime.signal ? { signal: runtime.signal } : {});
      runtime.writer?.({
        type: "tool_progress",
        tool_call_id: runtime.toolCallId ?? runtime.toolCall?.id, // LangChain's agent sets both, LangGraph's ToolNode one
        progress: number / to,
        message: `${number} of ${to}`,
      });
    }
    return JSON.stringify({ counted_to: to });
  },
  {
    name: "slow_count",
    description: "Counts slowly to a number and reports its progress. Demonstrates a tool that takes a while.",
    schema: z.object({
      to: z.int().min(1).max(60).describe("The last number"),
      pause_ms: z.int().min(0).max(2_000).default(400).describe("Milliseconds before each number"),
    }),
    metadata: { title: "Slow count" },
  },
);
