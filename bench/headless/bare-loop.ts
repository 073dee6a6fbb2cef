import { Command } from "@langchain/langgraph";
import { openStorage } from "@/lib/server/persistence/sqlite/open-storage";
import { newFolder } from "../server/support/bench-server";
import { createCaller, hasWords } from "./caller";

/** The same agent on the same kind of saver, driven by hand: what LangGraph alone costs. */
export async function openBareLoop() {
  const storage = await openStorage(newFolder());
  const graph = createCaller(storage.saver);

  /** One message, its interrupt, its answer. `resumeMs`: from the interrupt to the first word of the answer. */
  async function turn(threadId: string, turnNumber: number): Promise<{ resumeMs: number; totalMs: number }> {
    const config = { configurable: { thread_id: threadId }, streamMode: ["messages", "updates"] };
    const input = { messages: [{ type: "human", id: `q-${turnNumber}`, content: "go" }] };
    const startedAt = performance.now();
    let interruptId = "";
    let pausedAt = 0;
    for await (const [mode, data] of (await graph.stream(input as never, config as never)) as unknown as Events) {
      const interrupts = mode === "updates" ? (data as { __interrupt__?: { id: string }[] }).__interrupt__ : undefined;
      if (interrupts?.[0] === undefined) continue;
      interruptId = interrupts[0].id;
      pausedAt = performance.now();
    }
    let resumeMs = 0;
    const command = new Command({ resume: { [interruptId]: { n: 1 } } });
    for await (const [mode, data] of (await graph.stream(command as never, config as never)) as unknown as Events) {
      if (resumeMs === 0 && mode === "messages" && hasWords((data as unknown[])[0])) {
        resumeMs = performance.now() - pausedAt;
      }
    }
    return { resumeMs, totalMs: performance.now() - startedAt };
  }
  return { turn, close: () => storage.close() };
}

type Events = AsyncIterable<[mode: string, data: unknown]>;
