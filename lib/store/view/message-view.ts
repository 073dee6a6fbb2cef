import { readAnswerEnd } from "@/lib/content";
import { readWireMessage, type StreamEvent, type WireMessage } from "@/lib/protocol";
import { createToolCallStream } from "@/lib/tool-calls";
import { attachmentsOf, mediaOf, readMedia } from "./attached-media";
import { createCallList } from "./call-list";
import { createCitationReader } from "./citations";
import { addExtras, indexOfSource, NO_EXTRAS } from "./content-extras";
import { readContentText, restOf } from "./content-text";
import { isSameJson, keepSame } from "./is-same-json";
import { createMessageList } from "./message-list";
import { addUsage, messagesIn, modelOf, readWhole, showMessage, typeOf, updatesIn } from "./message-shape";
import type { MessageView, MessageViewOptions } from "./message-view-type";
import type { CallRecord, MessageRecord } from "./records";
import { createStandIns } from "./stand-ins";
import { createToolEvents } from "./tool-events";
import { readToolResult } from "./tool-result";

export function createMessageView({
  now,
  onSaid,
  warn = () => {},
  suffix = "",
  messages = new Map(),
  calls = new Map(),
  onBegin,
  onGone,
}: MessageViewOptions): MessageView {
  const list = createMessageList((key) => {
    if (!isReadingState) onBegin?.(key);
  });
  const callList = createCallList(now);
  const changed = new Set<MessageRecord>();
  const standIns = createStandIns(list, callList, changed);
  /** What a state said of a message: the same object in a later state says it again, and is not read again. */
  const settled = new WeakMap<object, { readonly whole: WireMessage; readonly message: MessageRecord | undefined }>();
  let madeUpKeys = 0;
  let isUrgent = false;
  let isReadingState = false;
  let runId: string | undefined;
  let usageRevision = 0;
  /** Since when the model is waited for: the run began, or a tool answered. */
  let waitingSinceMs: number | undefined;
  const toolEvents = createToolEvents(callList, {
    prepare: closeFor,
    onResult: (message) => addToolMessage(message),
    onLifecycle: () => {
      isUrgent = true;
    },
    warn,
  });

  const newKey = () => {
    madeUpKeys += 1;
    return `message-${madeUpKeys}${suffix}`;
  };
  const named = (message: WireMessage): WireMessage =>
    suffix === "" || !message.id ? message : { ...message, id: message.id + suffix };

  function takePiece(said: WireMessage, meta: Extract<StreamEvent, { event: "messages" }>["data"][1]): void {
    const piece = named(said);
    if (piece.type === "tool") {
      addToolMessage(piece);
      return;
    }
    if (piece.type !== "ai") {
      takeWhole(said);
      return;
    }
    const node = meta?.langgraph_node ?? undefined;
    const scope = meta?.langgraph_checkpoint_ns ?? node ?? "";
    const known = list.locate(piece, scope);
    if (known?.isSettled) return;
    const message = known ?? list.add(piece.id || newKey(), "ai", { scope, runId });
    if (known === undefined) {
      message.isOpen = true;
      isUrgent = true;
    }
    const added = readContentText(piece);
    message.extras = addExtras(message.extras, piece);
    readCitations(message, piece, false);
    message.text += added.text;
    message.reasoning += added.reasoning;
    const media = readMedia(piece.content);
    if (media.length > 0) message.media = [...message.media, ...media];
    if (waitingSinceMs !== undefined) {
      message.timing = { waitedMs: now() - waitingSinceMs, beganAtMs: now() };
      waitingSinceMs = undefined;
    }
    onSaid?.(message.key, added, node);
    if (piece.usage_metadata) setUsage(message, addUsage(message.usage, piece.usage_metadata));
    message.model = modelOf(piece) ?? message.model;
    message.end = readAnswerEnd(piece) ?? message.end;
    feedCalls(message, piece);
    if (piece.chunk_position === "last") close(message);
    changed.add(message);
  }

  /** `message.text` is what stands before the piece. */
  function readCitations(message: MessageRecord, { content }: WireMessage, isWhole: boolean): void {
    if (!Array.isArray(content)) {
      if (isWhole) message.citationReader = undefined;
      return;
    }
    if (isWhole || message.citationReader === undefined) message.citationReader = createCitationReader(isWhole);
    const length = isWhole ? 0 : message.text.length;
    message.citationReader.read(content, length, (annotation) => indexOfSource(message.extras, annotation));
  }

  function setUsage(message: MessageRecord, usage: MessageRecord["usage"]): void {
    message.usage = usage;
    usageRevision += 1;
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
    if (message.timing !== undefined) message.timing = { ...message.timing, endedAtMs: now() };
    message.stream?.finish();
    changed.add(message);
  }

  function takeWhole(said: WireMessage, node?: string): MessageRecord | undefined {
    const whole = named(said);
    if (whole.type === "tool") {
      addToolMessage(whole);
      return undefined;
    }
    const type = typeOf(whole);
    if (type === undefined) return undefined; // a removal too: the state at the end of the run decides what is gone
    const known = (whole.id ? list.find(whole.id) : undefined) ?? list.adopt(whole);
    const message = known ?? list.add(whole.id || newKey(), type, { runId });
    const { text, reasoning } = readContentText(whole);
    const media = keepSame(message.media, readMedia(whole.content));
    const extras = keepSame(message.extras, addExtras(NO_EXTRAS, whole));
    if (!message.isSettled) isUrgent = true;
    const isSameWords = message.isSettled && message.text === text && message.reasoning === reasoning;
    const end = whole.type === "ai" ? readAnswerEnd(whole) : undefined;
    const isSame = isSameWords && message.media === media && message.extras === extras && message.end === end;
    if (message.isOpen && message.timing !== undefined) message.timing = { ...message.timing, endedAtMs: now() };
    if (whole.type === "ai" && !message.isSettled) onSaid?.(message.key, restOf(message, { text, reasoning }), node);
    message.isOpen = false;
    message.isSettled = true;
    message.isCutOff = false;
    message.end = end;
    message.text = text;
    message.media = media;
    message.extras = extras;
    readCitations(message, whole, true);
    if (reasoning !== "" || known === undefined) message.reasoning = reasoning;
    if (whole.usage_metadata && !isSameJson(message.usage, whole.usage_metadata))
      setUsage(message, whole.usage_metadata);
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
    if (runId !== undefined) waitingSinceMs = now();
    callList.addResult(callId, readToolResult(message), among);
  }

  /** Something happens to a call: its message has been written to the end. */
  function closeFor(callId: string): void {
    for (const message of changed) callList.sync(message);
    const call = callList.find(callId);
    const message = call === undefined ? undefined : list.find(call.messageKey);
    if (message !== undefined) close(message);
  }

  function takeUpdate(update: unknown, node?: string): void {
    for (const message of messagesIn(update)) {
      const read = readWireMessage(message);
      if (read.success) takeWhole(read.data, node);
    }
  }

  function settle(
    state: readonly unknown[],
    { isFinal, kept }: { isFinal: boolean; kept?: ReadonlySet<string> },
  ): void {
    runId = undefined; // what only the state tells of belongs to no run that was seen here
    isReadingState = true;
    const truth = new Set<string>();
    const among = new Map<string, CallRecord>();
    for (const [place, item] of state.entries()) {
      const message = settleOne(item, place, among);
      if (message === undefined) continue;
      truth.add(message.key);
      for (const call of message.calls) among.set(call.id, call);
    }
    isReadingState = false;
    const stays = ({ key, isOwn, isCutOff }: MessageRecord) =>
      kept === undefined ? !isFinal || isOwn || isCutOff : kept.has(key);
    const gone = list.arrange([...truth], stays);
    for (const message of gone) drop(message);
    for (const key of list.order()) {
      const message = list.find(key);
      if (message !== undefined) callList.putLast(message); // messages may have come in front: the newest call counts
    }
  }

  function settleOne(item: unknown, place: number, among: ReadonlyMap<string, CallRecord>): MessageRecord | undefined {
    if (typeof item !== "object" || item === null) return undefined;
    const known = settled.get(item);
    if (known?.message !== undefined && list.find(known.message.key) === known.message) return known.message;
    const whole = known?.whole ?? readWhole(item, place);
    if (whole === undefined) return undefined;
    if (whole.type === "tool") addToolMessage(whole, among);
    const message = whole.type === "tool" ? undefined : takeWhole(whole);
    settled.set(item, { whole, message });
    return message;
  }

  function drop(message: MessageRecord): void {
    callList.remove(message);
    usageRevision += 1;
    changed.delete(message);
    standIns.forget(message);
    onGone?.(message.key);
    messages.delete(message.key);
    for (const call of message.calls) calls.delete(call.key);
  }

  function cutFrom(place: number): void {
    if (place < 0) return;
    for (const key of list.order().slice(place)) {
      const message = list.find(key);
      if (message === undefined) continue;
      list.remove(message);
      drop(message);
    }
  }

  return {
    messages,
    calls,
    apply: (event) => {
      if (event.event === "metadata") {
        runId = event.data.run_id;
        waitingSinceMs = now();
      }
      if (event.event === "messages") takePiece(event.data[0], event.data[1]);
      if (event.event === "updates") for (const [node, update] of updatesIn(event.data)) takeUpdate(update, node);
      if (event.event === "values") takeUpdate(event.data);
      if (event.event === "tools") toolEvents.take(event.data);
      if (event.event === "custom") toolEvents.takeCustom(event.data);
    },
    addOwn: ({ id, text, attachments = [] }) => {
      if (list.find(id) !== undefined) return;
      const message = list.add(id, "human", { isOwn: true });
      message.text = text;
      message.media = attachments.map(mediaOf);
      changed.add(message);
    },
    settle,
    cut: (messageKey) => cutFrom(list.order().indexOf(messageKey)),
    reopenCalls: (callKey) => {
      const message = list.find(callList.byKey(callKey)?.messageKey ?? "");
      if (message === undefined) return;
      cutFrom(list.order().indexOf(message.key) + 1);
      for (const call of message.calls) callList.reopen(call);
      isUrgent = true;
    },
    keyOf: (messageId) => list.find(messageId)?.key,
    records: () => list.all(),
    usageRevision: () => usageRevision,
    endRun: (ending) => {
      for (const message of list.all()) {
        if (!message.isOpen) continue;
        close(message);
        message.isCutOff = ending !== "success" && !message.isSettled;
        if (ending === "stopped") message.end ??= "stopped";
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
      const call = callList.find(callId) ?? (isGone ? undefined : standIns.open(newKey(), { id: callId, name, args }));
      if (call === undefined) return;
      if (!isGone) callList.setHeadless(call, headless);
      else if (call.headless?.key === headless.key) callList.setHeadless(call, undefined);
    },
    headlessKeyOf: (callKey) => callList.byKey(callKey)?.headless?.key,
    callKeyOf: (callId) => callList.find(callId)?.key,
    hasCall: (callKey) => callList.byKey(callKey) !== undefined,
    startedCalls: () => callList.started(),
    openCalls: () => {
      for (const message of changed) callList.sync(message);
      return callList.open();
    },
    openCallNamed: (name) => callList.openNamed(name)?.id,
    lastOwn: () => {
      const key = list.order().findLast((candidate) => list.find(candidate)?.isOwn);
      const message = key === undefined ? undefined : list.find(key);
      return message && { id: message.key, text: message.text, attachments: attachmentsOf(message.media) };
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
      for (const message of changed) callList.sync(message);
      for (const message of standIns.empty()) {
        list.remove(message);
        drop(message);
      }
      for (const message of changed) {
        message.shown = showMessage(message);
        messages.set(message.key, message.shown);
      }
      changed.clear();
      callList.publish(calls);
      isUrgent = false;
      return list.order();
    },
  };
}
