import { afterEach, expect, it } from "vitest";
import { z } from "zod";
import { defineHeadlessTool } from "@/lib/headless";
import { createMemoryTransport, type MemoryTransport } from "@/lib/transport";
import type { AgentSession } from "../agent-session-type";
import { createPageSession, type PageSessionOptions } from "./create-page-session";
import type { Part } from "./part";

type Engine = typeof import("./page-engine");

const opened: AgentSession[] = [];
afterEach(() => {
  for (const session of opened.splice(0)) session.dispose();
});

const answering = () =>
  createMemoryTransport({
    script: (run) => run.addMessages("model", [{ type: "ai", id: `a-${run.runId}`, content: "Hello" }]),
  });

/** A page whose engine comes, or fails to, when the test says so. */
function openPage(transport: MemoryTransport, options: Partial<PageSessionOptions> = {}) {
  let module: Engine | undefined;
  let waiting = Promise.withResolvers<Engine>();
  const part: Part<Engine> = { now: () => module, load: () => waiting.promise };
  const { session, transport: loaded } = createPageSession(
    { apiUrl: "/api", agent: "agent", transport, ...options },
    part,
  );
  opened.push(session);
  return {
    session,
    transport: loaded,
    state: () => session.store.getState(),
    texts: () => {
      const { messageIds, messages } = session.store.getState();
      return messageIds.map((id) => messages.get(id)?.text);
    },
    arrive: async () => {
      module = await import("./page-engine");
      waiting.resolve(module);
      await waiting.promise;
    },
    fail: async () => {
      const failed = waiting;
      waiting = Promise.withResolvers();
      failed.reject(new TypeError("Failed to fetch"));
      await failed.promise.catch(() => {});
    },
  };
}

it("shows what is typed and sent before the engine is there, lets it be changed, and sends it once, in order", async () => {
  const transport = answering();
  const page = openPage(transport);
  void page.session.open(undefined);
  void page.session.submit("first");
  void page.session.submit("secnod");
  void page.session.submit("never");
  page.session.setDraft("half a w");
  page.session.setDraft("half a word");
  expect(page.state().queue.map(({ text }) => text)).toEqual(["first", "secnod", "never"]);
  expect(page.state().status).toBe("submitting");
  const [, second, third] = page.state().queue;
  page.session.editQueued(second?.id ?? "", "second");
  page.session.removeQueued(third?.id ?? "");
  expect(page.state().queue.map(({ text }) => text)).toEqual(["first", "second"]);
  expect(page.state().draft.text).toBe("half a word");

  await page.arrive();
  await expect.poll(() => page.texts()).toEqual(["first", "Hello", "second", "Hello"]);
  await expect.poll(() => page.state().status).toBe("idle");
  expect(page.state().draft.text).toBe("half a word");
  expect(page.state().queue).toEqual([]);
});

it("says that the engine cannot be loaded, keeps what was sent, and goes on when it is tried again", async () => {
  const page = openPage(answering());
  void page.session.open(undefined);
  void page.session.submit("Hi");
  const rejected = expect(page.transport.load()).rejects.toThrow();
  await page.fail();
  await rejected;
  await expect.poll(() => page.state().status).toBe("error");
  expect(page.state().problem).toMatchObject({ code: "connection_lost", canRetry: true });
  expect(page.state().queue.map(({ text }) => text)).toEqual(["Hi"]);

  void page.session.retry();
  expect(page.state().problem).toBeUndefined();
  await page.arrive();
  await expect.poll(() => page.texts()).toEqual(["Hi", "Hello"]);
});

it("opens the thread that was asked for last, also when it was left in between, and forgets what was taken back", async () => {
  const transport = answering();
  for (const threadId of ["t1", "t2"]) {
    await transport.createThread({ threadId });
    transport.threads.get(threadId)?.addMessages([{ type: "human", id: threadId, content: `in ${threadId}` }]);
  }
  const contract = defineHeadlessTool({ name: "n", title: "", description: "", reason: "", input: z.object({}) });
  const page = openPage(transport, { threadId: "t1" });
  expect(page.state().isLoading).toBe(true);
  void page.session.open("t1");
  const takeBack = page.session.registerTools([contract.implement(() => ({}))]);
  expect(() => page.session.registerTools([contract.implement(() => ({}))])).toThrow(TypeError);
  takeBack();
  page.session.dispose();
  void page.session.open("t2");
  page.session.registerTools([contract.implement(() => ({}))]);
  expect(page.state().threadId).toBe("t2");

  await page.arrive();
  await expect.poll(() => page.texts()).toEqual(["in t2"]);
  expect(page.state().isLoading).toBe(false);
});

it("acts in the same tick once the engine is there", async () => {
  const page = openPage(answering());
  await page.arrive();
  void page.session.open(undefined);
  page.session.setDraft("now");
  expect(page.state().draft.text).toBe("now");
  expect((await page.transport.load()).info).toBeTypeOf("function");
});

it("leaves nobody waiting for a message that was taken back", async () => {
  const page = openPage(answering());
  void page.session.open(undefined);
  const sent = page.session.submit("never");
  page.session.removeQueued(page.state().queue[0]?.id ?? "");
  await expect(sent).resolves.toBeUndefined();
  await page.arrive();
  await expect.poll(() => page.state().status).toBe("idle");
  expect(page.texts()).toEqual([]);
});

it("shows a message that waits for the engine in the thread that it was written in", () => {
  const page = openPage(answering(), { threadId: "t1" });
  void page.session.open("t1");
  void page.session.submit("for t1");
  expect(page.state().queue.map(({ text }) => text)).toEqual(["for t1"]);
  void page.session.open("t2");
  page.session.setDraft("x");
  expect(page.state()).toMatchObject({ threadId: "t2", queue: [], status: "idle" });
});
