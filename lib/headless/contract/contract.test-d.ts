import { z } from "zod";
import { browserTools, createToolRegistry } from "@/lib/headless";
import { registerHeadless } from "@/lib/server/middleware";
import { defineHeadlessTool } from "./define-headless-tool";
import { implementTools } from "./implement-tools";

const shared = { title: "t", description: "t", reason: "t" };
const locate = defineHeadlessTool({
  ...shared,
  name: "locate",
  input: z.object({ depth: z.number().default(1), at: z.string().transform(Number) }),
  output: z.object({ found: z.boolean() }),
  preview: ({ depth }) => depth.toFixed(1),
});
const greet = defineHeadlessTool({ ...shared, name: "greet", input: z.object({ name: z.string() }) });

// Arguments are what the schema gives, the result is what the output schema takes.
const locateTool = locate.implement(({ depth, at }, { signal, callId, threadId, reportProgress }) => {
  depth satisfies number;
  at satisfies number;
  signal satisfies AbortSignal;
  `${callId} ${threadId}` satisfies string;
  reportProgress(0.5);
  return { found: true };
});
// @ts-expect-error the contract promises `found` as a boolean
locate.implement(() => ({ found: "yes" }));
// @ts-expect-error there is no such argument
locate.implement(({ width }) => ({ found: width === 1 }));
greet.implement(async ({ name }) => [name]); // without an output schema anything goes

// A contract is not a tool: what has no code cannot be registered in a browser.
const registry = createToolRegistry(() => {});
registry.register([locateTool, ...browserTools]);
// @ts-expect-error a contract without its implementation
registry.register([locate]);
// The server takes the contract, and never the code.
registerHeadless(locate);
// @ts-expect-error a tool of a browser
registerHeadless(locateTool);

implementTools({ locate, greet }, { locate: () => ({ found: true }), greet: ({ name }) => name });
// @ts-expect-error `greet` has no implementation
implementTools({ locate, greet }, { locate: () => ({ found: true }) });
// @ts-expect-error the output does not fit
implementTools({ locate }, { locate: () => ({ found: 1 }) });
// @ts-expect-error not a contract
implementTools({ locate, other: 5 }, { locate: () => ({ found: true }), other: () => 1 });
// @ts-expect-error arguments are an object
defineHeadlessTool({ ...shared, name: "x", input: z.string() });
// @ts-expect-error a policy without such a consent
defineHeadlessTool({ ...shared, name: "x", input: z.object({}), policy: { consent: "never" } });
