import { createStore } from "zustand/vanilla";
import { errorMessage } from "@/lib/errors";
import { createToolRegistry } from "@/lib/headless";
import { createUuid, type Transport } from "@/lib/transport";
import type { AgentSession } from "../agent-session-type";
import type { AgentSessionOptions } from "../create-agent-session";
import { initialState } from "../initial-state";
import { createEarlyWords } from "../outbox/early-words";
import { EMPTY_OUTBOX } from "../outbox/outbox";
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
  /** What stood in the composer. */
  readonly draft?: string;
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
  const early = createEarlyWords(`${options.agent ?? ""} ${options.apiUrl}`);
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
    engine = createPageEngine(options, store, early);
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
    if (about.own !== undefined || about.draft !== undefined) keepWords(about.threadId);
    loadOrFail();
    return (await promise) as Awaited<Answer>;
  }

  /** What is typed and sent in a thread before the engine is there outlives the page too. */
  function keepWords(threadId: string | undefined): void {
    const ofThread = wishes.filter((wish) => wish.threadId === threadId);
    const own = ofThread.flatMap((wish) => wish.own ?? []);
    const draft = ofThread.findLast((wish) => wish.draft !== undefined)?.draft ?? "";
    // A message does not go out without its files: its words wait in the composer.
    const texts = [...own.filter(hasFiles).map(({ text }) => text), draft].filter((text) => text !== "");
    const unsent = own.filter((message) => !hasFiles(message)).map(({ id, text }) => ({ id, text }));
    const content = { ...EMPTY_OUTBOX, unsent, draft: { text: texts.join("\n\n"), attachments: [] } };
    early.write(threadId, content, { writtenAtMs: Date.now(), isWhole: false });
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
      const wish = wishes.find(({ own }) => own?.id === id);
      if (wish?.own === undefined) return;
      wish.own.text = text;
      show({});
      keepWords(wish.threadId);
    },
    removeQueued: (id) => {
      if (engine !== undefined) return engine.session.removeQueued(id);
      const wish = wishes.find(({ own }) => own?.id === id);
      if (wish === undefined) return;
      takeBack((other) => other === wish);
      show({});
      keepWords(wish.threadId);
    },
    holdQueued: (id, isHeld) => void ask((real) => real.holdQueued(id, isHeld)),
    setDraft: (text, attachments = store.getState().draft.attachments) => {
      if (engine !== undefined) return engine.session.setDraft(text, attachments);
      const last = wishes.at(-1);
      takeBack((wish) => wish === last && wish.draft !== undefined);
      show({ draft: { text, attachments } });
      const { threadId } = store.getState();
      void ask((real) => real.setDraft(text, attachments), { draft: text, threadId });
    },
    keepInput: (place, value) => void ask((real) => real.keepInput(place, value)),
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

function hasFiles({ attachments = [] }: Pick<QueuedMessage, "attachments">): boolean {
  return attachments.length > 0;
}

function whenIdle(act: () => void): void {
  if (typeof requestIdleCallback === "undefined") setTimeout(act, IDLE_MS);
  else requestIdleCallback(act);
}
