import { describeFiles } from "./attached-files";
import type { Standing } from "./conversation";
import type { Answer, Scenario } from "./scenario";
import { SCENARIOS } from "./scenario-list";

/**
 * What the model says next: a step of the first scenario that takes the message, or what it can show. Files that came with
 * the message are named before anything else is said.
 */
export function planAnswer(standing: Standing, tools: ReadonlySet<string>): Answer {
  const possible = SCENARIOS.filter((scenario) => scenario.tools.every((tool) => tools.has(tool)));
  const planned = findStep(standing, possible);
  if (standing.files.length === 0 || standing.round > 0) return planned ?? { text: listPossible(possible) };
  const seen = describeFiles(standing.files);
  return { ...planned, text: planned?.text ? `${seen}\n\n${planned.text}` : seen };
}

function findStep({ question, round, results }: Standing, possible: readonly Scenario[]): Answer | undefined {
  for (const scenario of possible) {
    const steps = scenario.play(question);
    const step = steps?.[Math.min(round, steps.length - 1)];
    if (step) return typeof step === "function" ? step(results) : step;
  }
  return undefined;
}

function listPossible(scenarios: readonly Scenario[]): string {
  const lines = scenarios.map((scenario) => `- **${scenario.example}** (${scenario.shows})`);
  return `I am a scripted demo, not an AI, and I have no script for that. Here is what I can show:\n\n${lines.join("\n")}`;
}
