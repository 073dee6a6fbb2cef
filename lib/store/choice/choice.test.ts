import { afterEach, expect, it } from "vitest";
import { MODEL_KEY } from "@/lib/protocol";
import { createMemoryTransport, type MemoryRun, type Transport } from "@/lib/transport";
import { createAgentSession } from "../create-agent-session";
import { createChoiceStore } from "./choice-store";

const AGENT = { title: "A", tools: [], suggestions: [] };
const INFO = {
  toolweave: {
    model: { id: "small", isDemo: false },
    model_choices: [
      { id: "small", title: "Small", isDemo: false },
      { id: "big", title: "Big", isDemo: false },
      { id: "keyless", title: "Keyless", isDemo: false, problem: { code: "model_key_missing", message: "no key" } },
    ],
    agents: [
      { ...AGENT, id: "agent" },
      { ...AGENT, id: "writer" },
      { ...AGENT, id: "bound", has_own_model: true },
    ],
  },
};

const disposals: (() => void)[] = [];
afterEach(() => {
  for (const dispose of disposals.splice(0)) dispose();
});

function memoryStorage(): Storage {
  const items = new Map<string, string>();
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  } as Storage; // all that is called
}

function world(script: (run: MemoryRun) => Promise<void> | void = () => {}) {
  const server = createMemoryTransport({ script, info: INFO });
  const storage = memoryStorage();
  /** As our server does it: the thread remembers whom its last run went to. */
  const remembering: Transport = {
    ...server,
    startRun: (threadId, request, options) => {
      const { model } = (request.config?.configurable ?? {}) as { model?: string };
      server.threads
        .get(threadId)
        ?.rename({ assistant_id: request.assistant_id, ...(model && { [MODEL_KEY]: model }) });
      return server.startRun(threadId, request, options);
    },
  };
  const open = (threadId?: string) => {
    const session = createAgentSession({
      transport: remembering,
      threadId,
      choiceStore: createChoiceStore("test", () => storage),
    });
    disposals.push(session.dispose);
    void session.open(threadId);
    return session;
  };
  return { server, storage, open };
}

type Session = ReturnType<ReturnType<typeof world>["open"]>;
const state = (session: Session) => session.store.getState();
const idle = (session: Session) =>
  expect.poll(() => state(session)).toMatchObject({ status: "idle", isLoading: false });
const whom = (server: ReturnType<typeof world>["server"]) =>
  server.started.map(({ assistant_id, config }) => [assistant_id, (config?.configurable as { model?: string })?.model]);

async function say(session: Session, server: ReturnType<typeof world>["server"], text: string) {
  const before = server.started.length;
  await session.submit(text);
  await expect.poll(() => server.started.length).toBe(before + 1);
  await idle(session);
}

it("what is chosen goes with the next message, is the thread's for another page, and the default of a new chat", async () => {
  const { server, open } = world();
  const first = open();
  first.choose({ model: "big" });
  first.choose({ agent: "writer" });
  expect(state(first).choice).toEqual({ agent: "writer", model: "big" });
  await say(first, server, "one");
  const { threadId } = state(first);

  const elsewhere = world().open; // nothing of it is in that browser
  expect(state(elsewhere()).choice).toEqual({});
  const again = open(threadId);
  await expect.poll(() => state(again).choice).toEqual({ agent: "writer", model: "big" });
  const fresh = open();
  expect(state(fresh).choice).toEqual({ agent: "writer", model: "big" });
  fresh.choose({ agent: "agent" });
  await say(again, server, "two"); // the thread keeps to its own
  await say(fresh, server, "three");
  expect(whom(server)).toEqual([
    ["writer", "big"],
    ["writer", "big"],
    ["agent", "big"],
  ]);
});

it("is the same object until it is another, however often the page is told of something else", async () => {
  const { server, open } = world();
  const session = open();
  session.choose({ model: "big" });
  await say(session, server, "one");
  const { choice, revision } = state(session);
  expect(choice).toEqual({ agent: "agent", model: "big" });
  session.setDraft("typed");
  expect(state(session).revision).toBeGreaterThan(revision);
  expect(state(session).choice).toBe(choice);
  await say(session, server, "two");
  expect(state(session).choice).toBe(choice);
});

it("what was chosen and not sent outlives the page, for its thread", async () => {
  const { server, open } = world();
  const first = open();
  await say(first, server, "one");
  first.choose({ model: "big" });
  const again = open(state(first).threadId);
  await idle(again);
  expect(state(again).choice).toMatchObject({ model: "big" });
});

it("a run in flight, and one that waits for an answer, stay with whom they began; the next message goes to the chosen one", async () => {
  let runs = 0;
  const { server, open } = world((run) => {
    runs += 1;
    if (runs === 1) run.interrupt({ id: "i1", value: "Which day?" });
  });
  const session = open();
  await session.submit("plan");
  await expect.poll(() => state(session).status).toBe("awaiting-human");
  session.choose({ agent: "writer", model: "big" });
  session.respond("i1", "Friday");
  await expect.poll(() => server.started.length).toBe(2);
  await idle(session);
  expect(state(session).choice).toEqual({ agent: "writer", model: "big" });
  await say(session, server, "next");
  expect(whom(server)).toEqual([
    ["agent", undefined],
    ["agent", undefined],
    ["writer", "big"],
  ]);
});

it.each([
  ["an agent that is gone", { agent: "gone", model: "big" }, ["agent", "big"]],
  ["a model that is gone", { agent: "writer", model: "gone" }, ["writer", undefined]],
  ["a model without a key", { model: "keyless" }, ["agent", undefined]],
  ["a model beside an agent that has its own", { agent: "bound", model: "big" }, ["bound", undefined]],
])("%s gives way to the server's own", async (_, choice, sent) => {
  const { server, open } = world();
  const session = open();
  session.choose(choice);
  await say(session, server, "one");
  expect(whom(server)).toEqual([sent]);
});

it("storage that holds nonsense, or is refused, chooses nothing", () => {
  const storage = memoryStorage();
  storage.setItem("toolweave:choices:test", JSON.stringify([["t", { model: 7 }], 3, ["u", { model: "big" }]]));
  const store = createChoiceStore("test", () => storage);
  expect([store.read("t"), store.read("u"), store.read(undefined)]).toEqual([undefined, { model: "big" }, undefined]);
  const refused = createChoiceStore("test", () => {
    throw new Error("denied");
  });
  refused.write("t", { model: "big" });
  expect(refused.read("t")).toBeUndefined();
});

it("at most 50 threads are remembered, the oldest choice goes first, and the default stays", () => {
  const storage = memoryStorage();
  const store = createChoiceStore("test", () => storage);
  store.write(undefined, { model: "default" });
  for (let index = 0; index < 60; index += 1) store.write(`t${index}`, { model: "big" });
  expect([store.read("t9"), store.read("t10"), store.read(undefined)]).toEqual([
    undefined,
    { model: "big" },
    { model: "default" },
  ]);
});
