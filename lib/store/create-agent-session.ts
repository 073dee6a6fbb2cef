import { createStore } from "zustand/vanilla";
import { browserPage, createToolRegistry, type HeadlessPage, type HeadlessTool, type ToolEvent } from "@/lib/headless";
import { browserWake, type Clock, createUuid, systemClock, type Transport, type WakeSource } from "@/lib/transport";
import type { AgentSession } from "./agent-session-type";
import { type BranchStore, createBranchStore } from "./branches/branch-store";
import { browserFrames, type RequestFrame } from "./frame-batcher";
import type { OutboxStore } from "./outbox-store";
import { NO_USAGE } from "./projections/usage-totals";
import type { CustomEvent, SessionEnvironment } from "./session-environment";
import type { SessionState } from "./session-state";
import { createAgentName } from "./thread/agent-name";
import { createOutbox, type Outbox } from "./thread/outbox";
import { createThreadController, type ThreadController } from "./thread/thread-controller";

export type AgentSessionOptions = {
  readonly transport: Transport;
  /** The name of the agent: what the wire calls `assistant_id`. When absent, `agent` if the server has one of that name, else its first. */
  readonly agent?: string | undefined;
  /** The thread that `open` shows first. */
  readonly threadId?: string | undefined;
  readonly tools?: readonly HeadlessTool[];
  /** Called when this session created its thread. */
  readonly onThreadId?: (threadId: string) => void;
  readonly onTool?: (event: ToolEvent) => void;
  readonly onCustomEvent?: (event: CustomEvent) => void;
  /** Keeps what was typed and not sent over a reload; nothing does when absent. */
  readonly outboxStore?: OutboxStore;
  /** Keeps which branch is shown over a reload; nothing does when absent. */
  readonly branchStore?: BranchStore;
  /** Time, frames, ids and the page; the browser's own where absent. */
  readonly clock?: Clock;
  readonly wake?: WakeSource;
  readonly requestFrame?: RequestFrame;
  readonly newId?: () => string;
  readonly page?: HeadlessPage;
};

/**
 * Makes a session. Nothing is read, stored or sent before `open`, so it can be made while rendering. After `dispose`
 * it can be opened again.
 */
export function createAgentSession(options: AgentSessionOptions): AgentSession {
  const { clock = systemClock, newId = createUuid } = options;
  const store = createStore<SessionState>(() => initialState(options.threadId));
  const registry = createToolRegistry(() => current?.toolsChanged());
  /** Of every thread shown here: what could not be sent waits until the thread is shown again. */
  const outboxes = new Map<string | undefined, Outbox>();
  let current: ThreadController | undefined;
  let watchers = 0;
  let unwatch: (() => void) | undefined;

  const environment: SessionEnvironment = {
    transport: options.transport,
    agent: createAgentName(options.transport, options.agent),
    clock,
    isHidden: () => globalThis.document?.visibilityState === "hidden",
    wake: options.wake ?? browserWake,
    newId,
    requestFrame: options.requestFrame ?? browserFrames,
    registry,
    branchStore: options.branchStore ?? createBranchStore("", () => undefined),
    page: () => options.page ?? browserPage(newId, clock),
    show: (state) => store.setState({ ...state, revision: store.getState().revision + 1 }),
    onCreated: (threadId, outbox) => {
      if (outboxes.get(undefined) === outbox) {
        outboxes.delete(undefined);
        options.outboxStore?.write(undefined, createOutbox(newId).content());
      }
      outboxes.set(threadId, outbox);
      keep(outbox);
    },
    onLeftBehind: (outbox) => {
      if ((outboxes.get(undefined)?.unsent().length ?? 0) > 0) return;
      outboxes.set(undefined, outbox);
      keep(outbox);
    },
    onThreadId: (threadId) => options.onThreadId?.(threadId),
    onTool: (event) => options.onTool?.(event),
    onCustomEvent: (event) => options.onCustomEvent?.(event),
  };
  registry.register(options.tools ?? []);

  function keep(outbox: Outbox): void {
    for (const [threadId, other] of outboxes)
      if (other === outbox) options.outboxStore?.write(threadId, outbox.content());
  }

  function show(threadId: string | undefined): ThreadController {
    current?.detach();
    const kept = outboxes.get(threadId);
    const isElsewhere = threadId === undefined && kept?.isSending(); // on its way into a thread of its own
    const stored = kept === undefined ? options.outboxStore?.read(threadId) : undefined;
    const outbox = kept === undefined || isElsewhere ? createOutbox(newId, stored, keep) : kept;
    outboxes.set(threadId, outbox);
    const opened = createThreadController(threadId, outbox, environment);
    current = opened;
    if (watchers > 0) unwatch = opened.branches.watch();
    opened.begin();
    return opened;
  }

  /** A call before `open` opens the thread that the session was made for. */
  const thread = (): ThreadController => current ?? show(store.getState().threadId);

  return {
    store,
    submit: async (text) => thread().submit(text),
    stop: async () => thread().stop(),
    retry: async () => thread().retry(),
    open: async (threadId) => {
      if (current === undefined || current.threadId() !== threadId) show(threadId);
    },
    editQueued: (id, text) => thread().editQueued(id, text),
    removeQueued: (id) => thread().removeQueued(id),
    holdQueued: (id, isHeld) => current?.holdQueued(id, isHeld),
    setDraft: (text) => thread().setDraft(text),
    sendQueuedNow: async (id) => thread().sendQueuedNow(id),
    resume: async () => thread().resume(),
    respond: (interruptId, value) => thread().respondAll(new Map([[interruptId, value]])),
    respondAll: (values) => thread().respondAll(values),
    regenerate: async (messageId) => thread().branches.regenerate(messageId),
    edit: async (messageId, text) => thread().branches.edit(messageId, text),
    fork: async (checkpointId) => thread().branches.show(checkpointId),
    watchBranches: () => {
      watchers += 1;
      if (watchers === 1) unwatch = current?.branches.watch();
      return () => {
        watchers -= 1;
        if (watchers === 0) unwatch?.();
      };
    },
    decide: async (callKey, decision) => thread().decide(callKey, decision),
    argumentFaults: async (callKey, args) => (await current?.argumentFaults(callKey, args)) ?? [],
    rememberedTools: () => environment.page().consents.list(),
    forgetTool: (name) => environment.page().consents.revoke(name),
    stateAt: (callKey, path) => current?.stateAt(callKey, path) ?? "absent",
    registerTools: (tools) => registry.register(tools),
    dispose: () => {
      current?.detach();
      current = undefined;
    },
  };
}

/** What a server render and the first client render show: the same for the same thread. */
function initialState(threadId: string | undefined): SessionState {
  return {
    revision: 0,
    threadId,
    runId: undefined,
    status: "idle",
    isLoading: threadId !== undefined,
    messageIds: [],
    messages: new Map(),
    calls: new Map(),
    questions: [],
    interrupts: [],
    values: {},
    customEvents: new Map(),
    subagents: [],
    usage: NO_USAGE,
    branches: new Map(),
    checkpointId: undefined,
    queue: [],
    draft: "",
    problem: undefined,
    reconnect: undefined,
    runStartedAtMs: undefined,
  };
}
