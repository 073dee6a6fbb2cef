import {
  createHeadlessPage,
  createMemoryConsents,
  createMemoryJournal,
  type HeadlessPage,
  type HeadlessTool,
  type Journal,
  type ToolEvent,
} from "@/lib/headless";
import {
  type Clock,
  createMemoryTransport,
  createUuid,
  type MemoryRun,
  type MemoryTransport,
  systemClock,
  type Transport,
  type WakeSource,
} from "@/lib/transport";
import type { AgentSession } from "../agent-session-type";
import type { BranchStore } from "../branches/branch-store";
import { createAgentSession } from "../create-agent-session";
import type { OutboxStore } from "../outbox/outbox-store";
import type { Part } from "../page/part";
import type { CallState, ChatMessage, SessionState } from "../session-state";
import type { Tabs } from "../tabs/tabs";

export type Script = (run: MemoryRun) => Promise<void> | void;

/** A server of the wire in memory, and as many tabs on it as a test opens. */
export function createWorld(script: Script) {
  const server = createMemoryTransport({ script });
  const journal = createMemoryJournal();
  const sessions: AgentSession[] = [];
  return {
    server,
    journal,
    openTab: (options: TabOptions = {}) => {
      const tab = openTab(server, journal, options);
      sessions.push(tab.session);
      return tab;
    },
    close: () => {
      for (const session of sessions) session.dispose();
    },
  };
}

export type TabOptions = {
  readonly threadId?: string;
  readonly tools?: readonly HeadlessTool[];
  /** Puts faults between this tab and the server. */
  readonly wrap?: (server: MemoryTransport) => Transport;
  readonly page?: HeadlessPage;
  /** In place of the page: it is loaded when the test lets it. */
  readonly latePage?: Part<HeadlessPage>;
  readonly outboxStore?: OutboxStore;
  readonly branchStore?: BranchStore;
  readonly wake?: WakeSource;
  readonly tabs?: Tabs;
  readonly isOffline?: () => boolean;
  readonly clock?: Clock;
};

function openTab(
  server: MemoryTransport,
  journal: Journal,
  { threadId, tools = [], wrap, page, latePage, ...surroundings }: TabOptions,
) {
  const toolEvents: ToolEvent[] = [];
  const threadIds: string[] = [];
  const customs: unknown[] = [];
  const ownPage = page ?? createPage(journal);
  const session = createAgentSession({
    transport: wrap?.(server) ?? server,
    agent: "agent",
    threadId,
    tools,
    onThreadId: (id) => threadIds.push(id),
    onTool: (event) => toolEvents.push(event),
    onCustomEvent: (event) => customs.push(event.data),
    page: latePage ?? { now: () => ownPage, load: async () => ownPage },
    ...surroundings,
  });
  let notifications = 0;
  session.store.subscribe(() => {
    notifications += 1;
  });
  void session.open(threadId);
  const state = (): SessionState => session.store.getState();
  return {
    session,
    page: ownPage,
    toolEvents,
    threadIds,
    customs,
    state,
    notifications: () => notifications,
    texts: () => messagesOf(state()).map((message) => `${message.type}: ${message.text}`),
    messages: () => messagesOf(state()),
    calls: () => callsOf(state()),
    /** Waits until the state is as wanted. */
    until: (isWanted: (state: SessionState) => boolean): Promise<SessionState> => until(session, isWanted),
    untilStatus: (status: SessionState["status"]) => until(session, (now) => now.status === status && !now.isLoading),
  };
}

/** The holder's page in a browser without locks between tabs. The in-memory server tells leases in `systemClock` time. */
export function createPage(journal: Journal, timeOfDay = () => Date.now()) {
  return createHeadlessPage({
    holder: createUuid(),
    journal,
    consents: createMemoryConsents(),
    locks: { take: async () => () => {}, whenFree: () => new Promise(() => {}), isTaken: async () => undefined },
    clock: systemClock,
    steadyTimer: systemClock.setTimer,
    hasGesture: () => true,
    timeOfDay,
  });
}

export function messagesOf(state: SessionState): ChatMessage[] {
  return state.messageIds.flatMap((id) => state.messages.get(id) ?? []);
}

export function callsOf(state: SessionState): CallState[] {
  return messagesOf(state).flatMap((message) => message.callKeys.flatMap((key) => state.calls.get(key) ?? []));
}

const MAX_WAIT_MS = 10_000;

async function until(session: AgentSession, isWanted: (state: SessionState) => boolean): Promise<SessionState> {
  const found = Promise.withResolvers<SessionState>();
  const look = () => {
    const state = session.store.getState();
    if (isWanted(state)) found.resolve(state);
  };
  const timer = setTimeout(() => {
    const { messages, calls, ...rest } = session.store.getState();
    const seen = JSON.stringify({ ...rest, messages: [...messages.values()], calls: [...calls.values()] }, null, 1);
    found.reject(new Error(`never came to be as wanted; it is ${seen}`));
  }, MAX_WAIT_MS);
  const stop = session.store.subscribe(look);
  look();
  try {
    return await found.promise;
  } finally {
    clearTimeout(timer);
    stop();
  }
}

/** Pieces of an answer, as a `messages` event carries them. */
export function say(run: MemoryRun, id: string, ...pieces: (string | Record<string, unknown>)[]): void {
  for (const piece of pieces) {
    const fields = typeof piece === "string" ? { content: piece } : { content: "", ...piece };
    run.emit("messages", [
      { type: "ai", id, ...fields },
      { langgraph_node: "model", langgraph_checkpoint_ns: "model:1" },
    ]);
  }
}

/** A call in pieces of its argument text. */
export function sayCall(
  run: MemoryRun,
  id: string,
  index: number,
  callId: string,
  name: string,
  ...args: string[]
): void {
  say(
    run,
    id,
    { tool_call_chunks: [{ index, id: callId, name, args: "" }] },
    ...args.map((text) => ({ tool_call_chunks: [{ index, args: text }] })),
  );
}

export function headlessInterrupt(interruptId: string, callId: string, name: string, args: unknown = {}) {
  return { id: interruptId, value: { type: "tool", toolCall: { id: callId, name, args } } };
}

export function toolMessage(callId: string, content: string, over: Record<string, unknown> = {}) {
  return { type: "tool", id: `result-${callId}`, tool_call_id: callId, status: "success", content, ...over };
}
