import { createStore } from "zustand/vanilla";
import { errorMessage } from "@/lib/errors";
import { createToolRegistry } from "@/lib/headless";
import { createUuid, type Transport } from "@/lib/transport";
import type { AgentSession } from "../agent-session-type";
import type { AgentSessionOptions } from "../create-agent-session";
import { initialState } from "../initial-state";
import type { QueuedMessage, SessionState } from "../session-state";
import type { PageEngine } from "./page-engine";
import { createPart, loadAllParts, type Part } from "./part";

export type PageSessionOptions = Pick<
  AgentSessionOptions,
  "agent" | "threadId" | "onThreadId" | "onTool" | "onCustomEvent"
> & {
  /** Where the server's routes begin, and what storage and tabs are told apart by. */
  readonly apiUrl: string;
  /** In place of HTTP to `apiUrl`. */
  readonly transport?: Transport | undefined;
};

export type PageSession = {
  readonly session: AgentSession;
  /** Loaded with the engine. */
  readonly transport: Part<Transport>;
};

/** Something that was asked for before the engine was there. */
type Wish = {
  readonly grant: (session: AgentSession) => void;
  /** It is not wanted any more: who asked for it need not wait. */
  readonly drop: () => void;
  /** A message of the person: it can be edited until it goes out. */
  readonly own?: QueuedMessage & { text: string };
  readonly threadId?: string | undefined;
  readonly isDraft?: boolean;
};

const IDLE_MS = 1_000;

type EngineModule = typeof import("./page-engine");

const pageEngine = createPart(() => import("./page-engine"));

/**
 * A session whose engine is a file of its own: a page renders, takes what is typed and sent, and meanwhile loads what
 * reads and streams. What was asked for until then is done in its order. When the engine cannot be loaded that is the
 * session's problem, `retry` and the next thing that is asked for try again, and nothing is forgotten.
 */
export function createPageSession(options: PageSessionOptions, part: Part<EngineModule> = pageEngine): PageSession {
  const store = createStore<SessionState>(() => initialState(options.threadId));
  const registry = createToolRegistry(() => {}); // says at once that a name is taken
  let engine: PageEngine | undefined;
  let wishes: readonly Wish[] = [];
  let isLoading = false;
  if (typeof document !== "undefined") part.load().catch(() => {}); // who asks for it is told

  function show(state: Partial<SessionState>): void {
    const shownId = store.getState().threadId;
    const queue = wishes.flatMap(({ own, threadId }) => (own === undefined || threadId !== shownId ? [] : { ...own }));
    const { problem, revision } = { ...store.getState(), ...state };
    const status = problem !== undefined ? "error" : queue.length > 0 ? "submitting" : "idle";
    store.setState({ ...state, queue, status, revision: revision + 1 });
  }

  function begin({ createPageEngine }: EngineModule): PageEngine {
    if (engine !== undefined) return engine;
    engine = createPageEngine(options, store);
    const waiting = wishes;
    wishes = [];
    for (const { grant } of waiting) grant(engine.session);
    whenIdle(() => void loadAllParts());
    return engine;
  }

  async function load(): Promise<PageEngine> {
    return begin(await part.load());
  }

  function loadOrFail(): void {
    if (isLoading) return;
    isLoading = true;
    void load()
      .catch((error: unknown) => {
        const problem = { code: "connection_lost", message: errorMessage(error), canRetry: true } as const;
        show({ problem, isLoading: false });
        globalThis.addEventListener?.("online", tryAgain, { once: true });
      })
      .finally(() => {
        isLoading = false;
      });
  }

  function tryAgain(): void {
    if (engine !== undefined) return;
    show({ problem: undefined, isLoading: store.getState().threadId !== undefined });
    loadOrFail();
  }

  /** At once where the engine is there, in the same tick: a tool may need the click that led here. */
  async function ask<Answer>(
    act: (session: AgentSession) => Answer,
    about: Omit<Wish, "grant" | "drop"> = {},
  ): Promise<Awaited<Answer>> {
    const ready = part.now();
    if (ready !== undefined) return await act(begin(ready).session);
    const { promise, resolve } = Promise.withResolvers<Answer | Promise<Answer>>();
    const grant = (real: AgentSession) => resolve((async () => await act(real))() as Promise<Answer>);
    const drop = () => resolve(undefined as Answer); // only what answers with nothing is taken back
    wishes = [...wishes, { ...about, grant, drop }];
    if (about.own !== undefined) show({});
    loadOrFail();
    return (await promise) as Awaited<Answer>;
  }

  function takeBack(isUnwanted: (wish: Wish) => boolean): void {
    for (const wish of wishes) if (isUnwanted(wish)) wish.drop();
    wishes = wishes.filter((wish) => !isUnwanted(wish));
  }

  /** For as long as the returned function is not called. */
  function keep(start: (session: AgentSession) => () => void): () => void {
    let isOver = false;
    let end: (() => void) | undefined;
    void ask((session) => {
      if (!isOver) end = start(session);
    });
    return () => {
      isOver = true;
      end?.();
    };
  }

  const session: AgentSession = {
    store,
    announce: (news) => void ask((real) => real.announce(news)),
    listen: (listener) => keep((real) => real.listen(listener)),
    submit: (text, attachments, id = createUuid()) => {
      const own = { id, text, attachments };
      return ask((real) => real.submit(own.text, attachments, id), { own, threadId: store.getState().threadId });
    },
    stop: () => ask((real) => real.stop()),
    retry: async () => (engine === undefined ? tryAgain() : await engine.session.retry()),
    resume: () => ask((real) => real.resume()),
    respond: (id, value) => void ask((real) => real.respond(id, value)),
    respondAll: (values) => void ask((real) => real.respondAll(values)),
    regenerate: (messageId) => ask((real) => real.regenerate(messageId)),
    runAgain: (callKey) => ask((real) => real.runAgain(callKey)),
    edit: (messageId, text) => ask((real) => real.edit(messageId, text)),
    rate: (messageId, feedback) => ask((real) => real.rate(messageId, feedback)),
    fork: (checkpointId) => ask((real) => real.fork(checkpointId)),
    loadEarlier: (until) => ask((real) => real.loadEarlier(until)),
    searchMessages: (wanted, before) => ask((real) => real.searchMessages(wanted, before)),
    bringMessage: (position) => ask((real) => real.bringMessage(position)),
    watchBranches: () => keep((real) => real.watchBranches()),
    open: (threadId) => {
      if (engine === undefined && threadId !== store.getState().threadId) store.setState(initialState(threadId));
      return ask((real) => real.open(threadId));
    },
    choose: (choice) => void ask((real) => real.choose(choice)),
    editQueued: (id, text) => {
      if (engine !== undefined) return engine.session.editQueued(id, text);
      for (const wish of wishes) if (wish.own?.id === id) wish.own.text = text;
      show({});
    },
    removeQueued: (id) => {
      if (engine !== undefined) return engine.session.removeQueued(id);
      takeBack(({ own }) => own?.id === id);
      show({});
    },
    holdQueued: (id, isHeld) => void ask((real) => real.holdQueued(id, isHeld)),
    setDraft: (text, attachments = store.getState().draft.attachments) => {
      if (engine !== undefined) return engine.session.setDraft(text, attachments);
      const last = wishes.at(-1);
      takeBack((wish) => wish === last && wish.isDraft === true);
      show({ draft: { text, attachments } });
      void ask((real) => real.setDraft(text, attachments), { isDraft: true });
    },
    sendQueuedNow: (id) => ask((real) => real.sendQueuedNow(id)),
    decide: (callKey, decision) => ask((real) => real.decide(callKey, decision)),
    argumentFaults: (callKey, args) => ask((real) => real.argumentFaults(callKey, args)),
    rememberedTools: () => ask((real) => real.rememberedTools()),
    forgetTool: (name) => ask((real) => real.forgetTool(name)),
    stateAt: (callKey, path) => engine?.session.stateAt(callKey, path) ?? "absent",
    registerTools: (tools) => {
      const unregister = registry.register(tools);
      const end = keep((real) => real.registerTools(tools));
      return () => {
        unregister();
        end();
      };
    },
    dispose: () => void ask((real) => real.dispose()),
  };
  const transport = { now: () => engine?.transport, load: async () => (await load()).transport };
  return { session, transport };
}

function whenIdle(act: () => void): void {
  if (typeof requestIdleCallback === "undefined") setTimeout(act, IDLE_MS);
  else requestIdleCallback(act);
}
