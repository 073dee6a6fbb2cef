import type { PlannedCall, ToolResult } from "../scenario";
import { answerOf, joinWords, reasonOf } from "./tool-answers";

/** A sum that a person asked for; `asked` is how it is said again in the answer. */
export type Sum = { readonly tool: "multiply" | "add"; readonly a: number; readonly b: number; readonly asked: string };

const MAX_SUMS = 8;
/** Numbers with signs between them, as many as there are. */
const CHAIN = /(?<![\d.])-?\d+(?:\.\d+)?(?:\s{0,3}(?:[*×x+/-]|times|plus|minus)\s{0,3}-?\d+(?:\.\d+)?)+/giu;
/** Exactly two numbers, and a sign that a tool of ours can do. */
const SUM = /^(?<a>-?[\d.]+)\s*(?<sign>[*×x+]|times|plus)\s*(?<b>-?[\d.]+)$/iu;

/** The sums of two numbers in a message. Longer ones, such as 1 + 2 + 3, are not for the demo model and are left out. */
export function readSums(question: string): Sum[] {
  const chains = Array.from(question.matchAll(CHAIN), ([chain]) => chain);
  return chains.flatMap((chain) => readSum(chain) ?? []).slice(0, MAX_SUMS);
}

function readSum(chain: string): Sum | undefined {
  const { a, b, sign } = SUM.exec(chain)?.groups ?? {};
  if (a === undefined || b === undefined || sign === undefined) return undefined;
  const isAddition = sign === "+" || sign.toLowerCase() === "plus";
  const asked = `${a} ${isAddition ? "+" : "*"} ${b}`;
  return { tool: isAddition ? "add" : "multiply", a: Number(a), b: Number(b), asked };
}

/** The call for each sum. */
export function sumCalls(sums: readonly Sum[]): PlannedCall[] {
  return sums.map(({ tool, a, b }) => ({ name: tool, args: { a, b } }));
}

/** "3 * 12 is 36 and 11 + 49 is 60", from what the tools answered; without a full stop. */
export function saySums(sums: readonly Sum[], results: readonly ToolResult[]): string {
  const seen = { multiply: 0, add: 0 };
  return joinWords(
    sums.map((sum) => {
      const result = answerOf(results, sum.tool, seen[sum.tool]++);
      return result && !result.isError
        ? `${sum.asked} is ${result.text.replace("≈", "about")}`
        : `${sum.asked} could not be worked out (${reasonOf(result)})`;
    }),
  );
}
