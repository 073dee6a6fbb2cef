import { z } from "zod";
import { defineHeadlessTool, type HeadlessPolicy } from "@/lib/headless/contract";

function tool<const Name extends string>(name: Name, policy: Partial<HeadlessPolicy>) {
  return defineHeadlessTool({
    name,
    title: name,
    description: name,
    reason: `It wants to ${name}.`,
    input: z.object({ n: z.int().default(0) }),
    output: z.object({ done: z.int() }),
    policy: { timeoutMs: 600_000, ...policy },
  });
}

/** Must not run twice. */
export const work = tool("work", { consent: "auto", idempotent: false });
/** May run twice. */
export const look = tool("look", { consent: "auto", idempotent: true });
export const ask = tool("ask", { consent: "ask", idempotent: false });
export const press = tool("press", { consent: "auto", idempotent: false, needsGesture: true });
