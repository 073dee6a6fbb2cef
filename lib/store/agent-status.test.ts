import { expect, it } from "vitest";
import { agentStatus, type StatusFacts } from "./agent-status";

const ALL: StatusFacts = {
  hasProblem: true,
  isStopping: true,
  isReconnecting: true,
  isAwaitingHuman: true,
  isRunningTool: true,
  run: "streaming",
};

it("shows the first that holds of: error, stopping, reconnecting, awaiting-human, running-client-tool, streaming", () => {
  const order = [
    ["hasProblem", "error"],
    ["isStopping", "stopping"],
    ["isReconnecting", "reconnecting"],
    ["isAwaitingHuman", "awaiting-human"],
    ["isRunningTool", "running-client-tool"],
  ] as const;
  let facts = ALL;
  for (const [fact, status] of order) {
    expect(agentStatus(facts)).toBe(status);
    facts = { ...facts, [fact]: false };
  }
  expect(agentStatus(facts)).toBe("streaming");
  expect(agentStatus({ ...facts, run: "submitting" })).toBe("submitting");
  expect(agentStatus({ ...facts, run: "none" })).toBe("idle");
});
