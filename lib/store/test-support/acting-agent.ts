import { onTestFinished } from "vitest";
import type { MemoryRun } from "@/lib/transport";
import { createWorld, headlessInterrupt, type Script, sayCall, toolMessage } from "./session";

/** The agent calls the browser tool `act` once for each id, and pauses for all of them. */
export function callAct(run: MemoryRun, callIds: readonly string[] = ["k1"]): void {
  for (const [index, id] of callIds.entries()) sayCall(run, "a1", index, id, "act", "{}");
  const tool_calls = callIds.map((id) => ({ id, name: "act", args: {} }));
  run.addMessages("model", [{ type: "ai", id: "a1", content: "", tool_calls }]);
  for (const id of callIds) run.interrupt(headlessInterrupt(`i-${id}`, id, "act", {}));
}

/** An agent that says what came of each call it is answered, and else does what `unanswered` says. It is closed with the test. */
export function createActingWorld(unanswered: Script = (run) => callAct(run)) {
  const world = createWorld((run) => {
    const answers = Object.entries(run.request.command?.resume ?? {}).filter(([id]) => id.startsWith("i-"));
    if (answers.length === 0) return unanswered(run);
    const results = answers.map(([id, value]) => toolMessage(id.slice(2), JSON.stringify(value)));
    run.addMessages("tools", results);
  });
  onTestFinished(() => world.close());
  /** What the browser answered, run by run after the first. */
  const resumes = () => world.server.started.slice(1).map(({ command }) => command?.resume);
  return { world, resumes };
}
