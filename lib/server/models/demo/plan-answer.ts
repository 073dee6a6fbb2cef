import type { Standing } from "./conversation";
import type { Answer, Scenario } from "./scenario";
import { SCENARIOS } from "./scenario-list";

/** What the model says next: a step of the first scenario that takes the message, or what it can show. */
export function planAnswer(standing: Standing, tools: ReadonlySet<string>): Answer {
  const possible = SCENARIOS.filter((scenario) => scenario.tools.every((tool) => tools.has(tool)));
  for (const scenario of possible) {
    const steps = scenario.play(standing.question);
    const step = steps?.[Math.min(standing.round, steps.length - 1)];
    if (step) return typeof step === "function" ? step(standing.results) : step;
  }
  return { text: listPossible(possible) };
}

function listPossible(scenarios: readonly Scenario[]): string {
  const lines = scenarios.map((scenario) => `- **${scenario.example}** (${scenario.shows})`);
  return `I am a scripted demo, not an AI, and I have no script for that. Here is what I can show:\n\n${lines.join("\n")}`;
}
