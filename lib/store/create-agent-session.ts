import { createStore, type StoreApi } from "zustand/vanilla";
import {
  createToolRegistry,
  type HeadlessPage,
  type HeadlessTool,
  loadHeadlessPage,
  type ToolEvent,
} from "@/lib/headless";
import type { Attachment } from "@/lib/protocol";
import {
  browserIsOffline,
  browserWake,
  type Clock,
  createUuid,
  systemClock,
  type Transport,
  type WakeSource,
} from "@/lib/transport";
import type { AgentSession } from "./agent-session-type";
import { type BranchStore, createBranchStore } from "./branches/branch-store";
import { type ChoiceStore, createChoiceStore } from "./choice/choice-store";
import { createRunTarget } from "./choice/run-target";
import { browserFrames, type RequestFrame } from "./frame-batcher";
import { initialState } from "./initial-state";
import { EMPTY_DRAFT, isEmptyDraft } from "./outbox/draft";
import { joinDrafts } from "./outbox/join-drafts";
import type { Outbox } from "./outbox/outbox";
import type { OutboxStore } from "./outbox/outbox-store";
import { createOutboxes } from "./outbox/outboxes";
import { createPart, type Part } from "./page/part";
import type { CustomEvent, SessionEnvironment } from "./session-environment";
import type { SessionState } from "./session-state";
import { noTabs, type Tabs } from "./tabs/tabs";
import { forgetCalls } from "./thread/forget-calls";
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
  /** Keeps the agent and model that were chosen over a reload; nothing does when absent. */
  readonly choiceStore?: ChoiceStore;
  /** The other tabs of this browser; without it the page counts as the only one, and nobody asks what happens elsewhere. */
  readonly tabs?: Tabs;
  /** Shown in this one, where it is there already. */
  readonly store?: StoreApi<SessionState>;
  /** Time, frames, ids and the page; the browser's own where absent. */
  readonly clock?: Clock;
  readonly wake?: WakeSource;
  readonly isOffline?: () => boolean;
  readonly requestFrame?: RequestFrame;
  readonly newId?: () => string;
  readonly page?: Part<HeadlessPage>;
};

const headless = createPart(loadHeadlessPage);

/**
 * Makes a session. Nothing is read, stored or sent before `open`, so it can be made while rendering. After `dispose`
 * it can be opened again.
 */
export function createAgentSession(options: AgentSessionOptions): AgentSession {
  const { clock = systemClock, newId = createUuid, tabs = noTabs } = options;
  const store = options.store ?? createStore<SessionState>(() => initialState(options.threadId));
  const registry = createToolRegistry(() => current?.toolsChanged());
  const outboxes = createOutboxes(newId, options.outboxStore, sendUnseen);
  let current: ThreadController | undefined;
  let shown: Outbox | undefined;
  let watchers = 0;
  let unwatch: (() => void) | undefined;
  let detachOutbox: (() => void) | undefined;

  const environment: SessionEnvironment = {
    transport: options.transport,
    target: createRunTarget(options.transport, options.agent),
    clock,
    tabs,
    isOffline: options.isOffline ?? browserIsOffline,
    wake: options.wake ?? browserWake,
    newId,
    requestFrame: options.requestFrame ?? browserFrames,
    registry,
    choiceStore: options.choiceStore ?? createChoiceStore("", () => undefined),
    branchStore: options.branchStore ?? createBranchStore("", () => undefined),
    page: options.page ?? {
      now: () => headless.now()?.browserPage(newId, clock),
      load: async () => (await headless.load()).browserPage(newId, clock),
    },
    show: (state) => store.setState({ ...state, revision: store.getState().revision + 1 }),
    onCreated: (threadId, outbox) => {
      outboxes.settle(threadId, outbox);
      if (current?.threadId() === threadId) attachOutbox(threadId, outbox, current);
      tabs.announce({ type: "thread-changed", threadId });
    },
    onLeftBehind: (outbox) => {
      const taker = outboxes.giveUp(outbox);
      if (taker === shown) current?.outboxRestored();
    },
    onThreadId: (threadId) => options.onThreadId?.(threadId),
    onTool: (event) => options.onTool?.(event),
    onCustomEvent: (event) => options.onCustomEvent?.(event),
  };
  registry.register(options.tools ?? []);

  function sendUnseen(outbox: Outbox): void {
    const unseen = createThreadController(undefined, outbox, { ...environment, show: () => {} });
    unseen.begin();
    unseen.detach(); // what was begun goes on until the server has it
  }

  function attachOutbox(threadId: string | undefined, outbox: Outbox, controller: ThreadController): void {
    detachOutbox?.();
    detachOutbox = options.outboxStore?.attach(threadId, {
      onContent: (content) => {
        const sendLeft = outboxes.takeUp(content?.departing ?? []);
        outbox.restore(content, threadId === undefined);
        controller.outboxRestored();
        sendLeft();
      },
      onDraft: (draft) => {
        outbox.takeDraft(draft);
        controller.draftTaken();
      },
      mayTakeOver: () => !outbox.isRestored() || outbox.isEmpty(),
    });
  }

  function show(threadId: string | undefined): ThreadController {
    current?.detach();
    const outbox = outboxes.open(threadId);
    shown = outbox;
    const opened = createThreadController(threadId, outbox, environment);
    current = opened;
    if (watchers > 0) unwatch = opened.branches.watch();
    attachOutbox(threadId, outbox, opened);
    opened.begin();
    return opened;
  }

  /** What is typed under a deleted thread, and what waited there, goes into a new one. */
  function moveOut(gone: ThreadController): ThreadController {
    const left = outboxes.of(gone.threadId());
    const fresh = show(undefined);
    if (left !== undefined && !isEmptyDraft(left.draft())) {
      const { text, attachments } = joinDrafts(shown?.draft() ?? EMPTY_DRAFT, left.draft());
      left.setDraft("", []);
      fresh.setDraft(text, attachments);
    }
    for (const { id, text, attachments } of [...(left?.unsent() ?? []), ...(left?.queue() ?? [])]) {
      fresh.submit({ text, attachments });
      left?.remove(id);
      left?.markSent(new Set([id]));
    }
    return fresh;
  }

  function submit(text: string, attachments: readonly Attachment[] | undefined, id: string | undefined): void {
    const shown = thread();
    (shown.isGone() ? moveOut(shown) : shown).submit({ text, attachments }, id);
  }

  /** A call before `open` opens the thread that the session was made for. */
  const thread = (): ThreadController => current ?? show(store.getState().threadId);

  return {
    store,
    announce: (news) => {
      tabs.announce(news);
      if (news.type === "thread-deleted") void forgetCalls(environment, news.threadId);
    },
    listen: tabs.listen,
    submit: async (text, attachments, id) => submit(text, attachments, id),
    stop: async () => thread().stop(),
    retry: async () => thread().retry(),
    open: async (threadId) => {
      if (current === undefined || current.threadId() !== threadId) show(threadId);
    },
    choose: (choice) => thread().choose(choice),
    editQueued: (id, text) => thread().editQueued(id, text),
    removeQueued: (id) => thread().removeQueued(id),
    holdQueued: (id, isHeld) => current?.holdQueued(id, isHeld),
    setDraft: (text, attachments) => thread().setDraft(text, attachments),
    keepInput: (place, value) => thread().keepInput(place, value),
    sendQueuedNow: async (id) => thread().sendQueuedNow(id),
    resume: async () => thread().resume(),
    respond: (interruptId, value) => thread().respondAll(new Map([[interruptId, value]])),
    respondAll: (values) => thread().respondAll(values),
    loadEarlier: (until) => thread().loadEarlier(until),
    bringMessage: (position) => thread().bringMessage(position),
    searchMessages: (wanted, before) => thread().searchMessages(wanted, before),
    regenerate: async (messageId) => thread().branches.regenerate(messageId),
    runAgain: async (callKey) => thread().runAgain(callKey),
    edit: async (messageId, text) => thread().branches.edit(messageId, text),
    rate: async (messageId, feedback) => thread().rate(messageId, feedback),
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
    rememberedTools: async () => (await environment.page.load()).consents.list(),
    forgetTool: async (name) => (await environment.page.load()).consents.revoke(name),
    stateAt: (callKey, path) => current?.stateAt(callKey, path) ?? "absent",
    registerTools: (tools) => registry.register(tools),
    dispose: () => {
      detachOutbox?.();
      current?.detach();
      current = undefined;
    },
  };
}
