import { AIMessage, AIMessageChunk, type BaseMessage, HumanMessage } from "@langchain/core/messages";
import type { BaseCheckpointSaver } from "@langchain/langgraph";
import { createAgent } from "langchain";
import { z } from "zod";
import { createHeadlessPage, createMemoryConsents, createMemoryJournal, defineHeadlessTool } from "@/lib/headless";
import { registerHeadless } from "@/lib/server/middleware";
import { ScriptedModel } from "@/lib/server/test-support/scripted-model";
import { createUuid, systemClock } from "@/lib/transport";

/** The contract of a tool that only measures. */
export const instantContract = defineHeadlessTool({
  name: "instant",
  title: "Instant",
  description: "Answers at once.",
  reason: "It measures.",
  input: z.object({ n: z.int() }),
  output: z.object({ n: z.int() }),
  policy: { consent: "auto", idempotent: false },
});

/** A browser tool that takes no time. */
export const instantTool = instantContract.implement(({ n }) => ({ n }));

/** An agent that calls the browser tool once a turn, and then says one word. */
export function createCaller(checkpointer: BaseCheckpointSaver) {
  const model = new ScriptedModel((messages: BaseMessage[]) => {
    model.asked.length = 0; // what it remembers for tests would keep every message of a long measure
    const last = messages.at(-1);
    if (last === undefined || !HumanMessage.isInstance(last)) return ["Done."];
    return [{ call: { index: 0, id: `call-${messages.length}`, name: "instant", args: '{"n":1}' } }];
  });
  return createAgent({ model, tools: [registerHeadless(instantContract)], checkpointer }).graph;
}

/** A page as a browser has it, except that its journal is in memory: Node has no IndexedDB. */
export function createPage() {
  return createHeadlessPage({
    holder: createUuid(),
    journal: createMemoryJournal(),
    consents: createMemoryConsents(),
    locks: { take: async () => () => {}, whenFree: () => new Promise(() => {}), isTaken: async () => undefined },
    clock: systemClock,
    steadyTimer: systemClock.setTimer,
    hasGesture: () => true,
    timeOfDay: () => Date.now(),
  });
}

/** True for a piece of a message with words in it. */
export function hasWords(message: unknown): boolean {
  return (AIMessageChunk.isInstance(message) || AIMessage.isInstance(message)) && message.text !== "";
}
