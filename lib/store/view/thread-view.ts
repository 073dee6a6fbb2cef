import type { HeadlessCall } from "@/lib/headless";
import type { JsonPath, PathState } from "@/lib/partial-json";
import { type StreamEvent, toolProgressSchema, type WireMessage, wireMessageSchema } from "@/lib/protocol";
import { createToolCallStream } from "@/lib/tool-calls";
import type { CallState, ChatMessage } from "../session-state";
import type { OwnMessage } from "../thread/own-message";
import { createCallList } from "./call-list";
import { readContentText } from "./content-text";
import { createMessageList } from "./message-list";
import { modelOf, showMessage, sumUsage, typeOf } from "./message-shape";
import type { CallRecord, MessageRecord } from "./records";
import { readToolResult } from "./tool-result";

/** How a run ended, for what it left unfinished. */
export type RunEnding = "success" | "failed" | "stopped";

/** The messages and calls of one thread, from events and states. Changes show at `publish`. */
export type ThreadView = {
  readonly messages: ReadonlyMap<string, ChatMessage>;
  readonly calls: ReadonlyMap<string, CallState>;
  apply(event: StreamEvent): void;
  /** A message of the person that the server does not know yet. */
  addOwn(id: string, text: string): void;
  /** The server's state: the truth for ids and order. `isFinal`: what it does not list goes, except what is this page's alone. */
  settle(messages: readonly unknown[], options: { isFinal: boolean }): void;
  endRun(ending: RunEnding): void;
  /** A new try begins: what the last one left half-written goes. */
  dropCutOff(): void;
  /** Where a browser tool's call is. `isGone`: it is not pending any more. */
  setHeadless(call: HeadlessCall, isGone: boolean): void;
  /** The executor's key for a call that is shown. */
  headlessKeyOf(callKey: string): string | undefined;
  /** The id of the newest call of that name that has no result. */
  openCallNamed(name: string): string | undefined;
  /** The newest message that the person typed here. */
  lastOwn(): OwnMessage | undefined;
  /** Why a pending call must not be executed; undefined when its arguments were seen whole or not at all. */
  faultOf(callId: string): string | undefined;
  setMayContinue(mayContinue: boolean): void;
  stateAt(callKey: string, path: JsonPath): PathState;
  /** True when something began or ended since the last `publish`: it must not wait for a frame. */
  isUrgent(): boolean;
  /** Writes what changed into `messages` and `calls`; the order of the shown messages. */
  publish(): readonly string[];
};

export function createThreadView(now: () => number): ThreadView {
  const list = createMessageList();
  const callList = createCallList(now);
  const messages = new Map<string, ChatMessage>();
  const calls = new Map<string, CallState>();
  const changed = new Set<MessageRecord>();
  let madeUpKeys = 0;
  let isUrgent = false;

  const newKey = () => {
    madeUpKeys += 1;
    return `message-${madeUpKeys}`;
  };
  const callIds = (message: MessageRecord) => message.calls.map((call) => call.id);

  function takePiece(piece: WireMessage, meta: PieceMeta): void {
    if (piece.type === "tool") {
      addToolMessage(piece);
      return;
    }
    if (piece.type !== "ai") {
      takeWhole(piece);
      return;
    }
    const scope = meta?.langgraph_checkpoint_ns ?? meta?.langgraph_node ?? "";
    const known = list.locate(piece, scope);
    if (known?.isSettled) return;
    const message = known ?? list.add(piece.id || newKey(), "ai", { scope });
    if (known === undefined) {
      message.isOpen = true;
      isUrgent = true;
    }
    const { text, reasoning } = readContentText(piece);
    message.text += text;
    message.reasoning += reasoning;
    if (piece.usage_metadata) message.usage = sumUsage(message.usage, piece.usage_metadata);
    message.model = modelOf(piece) ?? message.model;
    feedCalls(message, piece);
    if (piece.chunk_position === "last") close(message);
    changed.add(message);
  }

  function feedCalls(message: MessageRecord, piece: WireMessage): void {
    const chunks = piece.tool_call_chunks ?? [];
    if (chunks.length === 0 && (piece.tool_calls ?? []).length === 0) return;
    message.stream ??= createToolCallStream({ keyPrefix: `${message.key}:` });
    message.stream.feed(
      chunks.length > 0
        ? { id: message.key, tool_call_chunks: chunks }
        : { id: message.key, tool_calls: piece.tool_calls },
    );
  }

  /** The message has ended: only now may its calls be complete. */
  function close(message: MessageRecord): void {
    if (!message.isOpen) return;
    message.isOpen = false;
    isUrgent = true;
    message.stream?.finish();
    changed.add(message);
  }

  function takeWhole(whole: WireMessage): MessageRecord | undefined {
    if (whole.type === "remove") return undefined; // the state at the end of the run decides what is gone
    if (whole.type === "tool") {
      addToolMessage(whole);
      return undefined;
    }
    const known = (whole.id ? list.find(whole.id) : undefined) ?? list.adopt(whole, callIds);
    const message = known ?? list.add(whole.id || newKey(), typeOf(whole));
    const { text, reasoning } = readContentText(whole);
    if (!message.isSettled) isUrgent = true;
    const isSame = message.isSettled && message.text === text && message.reasoning === reasoning;
    message.isOpen = false;
    message.isSettled = true;
    message.isCutOff = false;
    message.text = text;
    if (reasoning !== "" || known === undefined) message.reasoning = reasoning;
    message.usage = whole.usage_metadata ?? message.usage;
    message.model = modelOf(whole) ?? message.model;
    const count = message.calls.length;
    if (whole.type === "ai") callList.settle(message, whole);
    if (!isSame || message.calls.length !== count) changed.add(message);
    return message;
  }

  function addToolMessage(message: WireMessage, among?: ReadonlyMap<string, CallRecord>): void {
    const callId = message.tool_call_id;
    if (!callId) return;
    closeFor(callId);
    isUrgent = true;
    callList.addResult(callId, readToolResult(message), among);
  }

  /** Something happens to a call: its message has been written to the end. */
  function closeFor(callId: string): void {
    for (const message of changed) callList.sync(message);
    const call = callList.find(callId);
    const message = call === undefined ? undefined : list.find(call.messageKey);
    if (message !== undefined) close(message);
  }

  function takeUpdate(update: unknown): void {
    if (Array.isArray(update)) {
      update.forEach(takeUpdate);
      return;
    }
    if (typeof update !== "object" || update === null || !("messages" in update)) return;
    for (const message of [update.messages].flat()) {
      const read = wireMessageSchema.safeParse(message);
      if (read.success) takeWhole(read.data);
    }
  }

  function takeToolEvent(data: Extract<StreamEvent, { event: "tools" }>["data"]): void {
    const callId = data.toolCallId;
    if (!callId) return;
    closeFor(callId);
    if (callList.markStarted(callId)) isUrgent = true;
    if (data.event === "on_tool_event") callList.setProgress(callId, progressOf(data.data));
    if (data.event !== "on_tool_end") return;
    const output = wireMessageSchema.safeParse(data.output);
    if (output.success && output.data.type === "tool") addToolMessage({ ...output.data, tool_call_id: callId });
  }

  /** A share is drawn as one; words are shown where there is no share. */
  function takeProgress(data: unknown): void {
    const read = toolProgressSchema.safeParse(data);
    if (!read.success) return;
    const { tool_call_id: callId, progress, message } = read.data;
    closeFor(callId);
    if (callList.markStarted(callId)) isUrgent = true;
    callList.setProgress(callId, progress ?? message ?? "");
  }

  function settle(state: readonly unknown[], { isFinal }: { isFinal: boolean }): void {
    const truth = new Set<string>();
    const among = new Map<string, CallRecord>();
    for (const [place, item] of state.entries()) {
      const read = wireMessageSchema.safeParse(item);
      if (!read.success) continue;
      if (read.data.type === "tool") {
        addToolMessage(read.data, among);
        continue;
      }
      const message = takeWhole(read.data.id ? read.data : { ...read.data, id: `place-${place}` });
      if (message === undefined) continue;
      truth.add(message.key);
      for (const call of message.calls) among.set(call.id, call);
    }
    const gone = list.arrange([...truth], (message) => !isFinal || message.isOwn || message.isCutOff);
    for (const message of gone) drop(message);
  }

  function drop(message: MessageRecord): void {
    callList.remove(message);
    changed.delete(message);
    messages.delete(message.key);
    for (const call of message.calls) calls.delete(call.key);
  }

  return {
    messages,
    calls,
    apply: (event) => {
      if (event.namespace.length > 0) return;
      switch (event.event) {
        case "messages":
          takePiece(event.data[0], event.data[1]);
          return;
        case "updates":
          for (const [node, update] of Object.entries(event.data)) if (!node.startsWith("__")) takeUpdate(update);
          return;
        case "values":
          takeUpdate(event.data);
          return;
        case "tools":
          takeToolEvent(event.data);
          return;
        case "custom":
          takeProgress(event.data);
          return;
        default:
          return;
      }
    },
    addOwn: (id, text) => {
      if (list.find(id) !== undefined) return;
      const message = list.add(id, "human", { isOwn: true });
      message.text = text;
      changed.add(message);
    },
    settle,
    endRun: (ending) => {
      for (const message of list.all()) {
        if (!message.isOpen) continue;
        close(message);
        message.isCutOff = ending !== "success" && !message.isSettled;
      }
      for (const message of changed) callList.sync(message);
      if (ending !== "success") callList.endAll(ending === "stopped" ? "cancelled" : "failed");
    },
    dropCutOff: () => {
      callList.reopenAll();
      for (const message of [...list.all()]) {
        if (!message.isCutOff || message.isOwn) continue;
        list.remove(message);
        drop(message);
      }
    },
    setHeadless: (headless, isGone) => {
      const { callId, name, args } = headless.pending;
      closeFor(callId);
      const call = callList.find(callId) ?? (isGone ? undefined : standIn(callId, name, args));
      if (call === undefined) return;
      if (!isGone) callList.setHeadless(call, headless);
      else if (call.headless?.key === headless.key) callList.setHeadless(call, undefined);
    },
    headlessKeyOf: (callKey) => callList.byKey(callKey)?.headless?.key,
    openCallNamed: (name) => callList.openNamed(name)?.id,
    lastOwn: () => {
      const key = list.order().findLast((candidate) => list.find(candidate)?.isOwn);
      const message = key === undefined ? undefined : list.find(key);
      return message && { id: message.key, text: message.text };
    },
    faultOf: (callId) => {
      closeFor(callId);
      const call = callList.find(callId);
      const message = call === undefined ? undefined : list.find(call.messageKey);
      if (message !== undefined) callList.sync(message);
      if (call === undefined || call.status === "complete" || call.status === "streaming") return undefined;
      return call.fault ?? "The arguments of this call were cut off or are not valid JSON, so it was not executed.";
    },
    setMayContinue: (mayContinue) => callList.setContext({ mayContinue }),
    stateAt: callList.stateAt,
    isUrgent: () => isUrgent,
    publish: () => {
      for (const message of changed) {
        callList.sync(message);
        message.shown = showMessage(message);
        messages.set(message.key, message.shown);
      }
      changed.clear();
      callList.publish(calls);
      isUrgent = false;
      return list.order();
    },
  };

  /** A call that waits although its message was never seen here: it is shown with the last answer, or on its own. */
  function standIn(callId: string, name: string, args: unknown): CallRecord | undefined {
    const last = list.find(list.order().at(-1) ?? "");
    const message = last?.type === "ai" && !last.isOpen ? last : list.add(newKey(), "ai");
    message.isSettled = true;
    const tool_calls = [
      ...message.calls.map((call) => ({ id: call.id, name: call.name, args: call.args })),
      { id: callId, name, args },
    ];
    const whole = wireMessageSchema.safeParse({ type: "ai", id: message.key, content: message.text, tool_calls });
    if (whole.success) callList.settle(message, whole.data);
    changed.add(message);
    return callList.find(callId);
  }
}

type PieceMeta = Extract<StreamEvent, { event: "messages" }>["data"][1];

function progressOf(data: unknown): string | number {
  return typeof data === "string" || typeof data === "number" ? data : JSON.stringify(data);
}
