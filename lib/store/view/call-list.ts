import { type HeadlessCall, hasBegun } from "@/lib/headless";
import type { JsonPath, JsonValue, PathState } from "@/lib/partial-json";
import type { WireMessage } from "@/lib/protocol";
import type { ToolCall } from "@/lib/tool-calls";
import type { CallState } from "../session-state";
import { valueAt } from "../value-at";
import { callPhase, isFinal, type PhaseContext } from "./call-phase";
import { showCall } from "./call-shape";
import { isSameJson } from "./is-same-json";
import type { CallRecord, CallResult, MessageRecord } from "./records";

/** Pieces of a tool's output that are kept; the oldest go first. */
const MAX_OUTPUTS = 1_000;

export type CallList = {
  /** Takes over what the message's stream of calls says now. */
  sync(message: MessageRecord): void;
  /** These calls come after those that were taken before, whatever the order in which they were seen. */
  putLast(message: MessageRecord): void;
  /** The message came whole: its calls are the truth, keys stay. */
  settle(message: MessageRecord, whole: WireMessage): void;
  /** The newest call with this id. */
  find(callId: string): CallRecord | undefined;
  /** A result for a call of `among`, else for the newest with that id; kept until the call appears. */
  addResult(callId: string, result: CallResult, among?: ReadonlyMap<string, CallRecord>): void;
  setHeadless(call: CallRecord, headless: HeadlessCall | undefined): void;
  setProgress(call: CallRecord, progress: string | number): void;
  /** A piece of what the running tool gives. */
  addOutput(call: CallRecord, output: unknown): void;
  /** The tool threw; a result, or another try, may follow. */
  setToolError(call: CallRecord, message: string | undefined): void;
  /** True when this is news. */
  markStarted(call: CallRecord): boolean;
  started(): readonly CallRecord[];
  /** What the end of the run made of calls without a result. */
  endAll(ending: "failed" | "cancelled"): void;
  /** It is run again: what became of it is forgotten. */
  reopen(call: CallRecord): void;
  /** A new try begins: a result may come after all. */
  reopenAll(): void;
  setContext(context: PhaseContext): void;
  remove(message: MessageRecord): void;
  stateAt(callKey: string, path: JsonPath): PathState;
  byKey(callKey: string): CallRecord | undefined;
  /** The newest call of that name without a result. */
  openNamed(name: string): CallRecord | undefined;
  /** Calls without a result, in order of appearance. */
  open(): readonly CallRecord[];
  /** Writes what changed since the last time into `shown`. */
  publish(shown: Map<string, CallState>): void;
};

export function createCallList(now: () => number): CallList {
  const records = new Map<string, CallRecord>();
  const newest = new Map<string, CallRecord>();
  const orphans = new Map<string, CallResult>();
  const streams = new Map<string, MessageRecord>();
  const changed = new Set<CallRecord>();
  /** Calls that the context may still move. */
  const unfinished = new Set<CallRecord>();
  let context: PhaseContext = { mayContinue: false };

  function take(message: MessageRecord, position: number, said: Said, isLive: boolean): void {
    const call = message.calls[position] ?? takeOver(message, said.id) ?? open(message, said.key, isLive);
    message.calls[position] = call;
    call.streamKey = said.key;
    if (call.id !== said.id) {
      call.id = said.id;
      newest.set(said.id, call);
      const waiting = orphans.get(said.id);
      if (waiting !== undefined) call.result ??= waiting;
      orphans.delete(said.id);
    }
    call.name = said.name;
    call.argsText = said.argsText;
    call.args = said.args;
    call.status = said.status;
    call.fault = said.error;
    changed.add(call);
  }

  /** The call that stood in for this one until its message came. */
  function takeOver(message: MessageRecord, callId: string): CallRecord | undefined {
    const call = newest.get(callId);
    const standIn = call === undefined ? undefined : streams.get(call.key);
    if (call === undefined || standIn === undefined || !standIn.isStandIn || standIn === message) return undefined;
    standIn.calls = standIn.calls.filter((one) => one !== call);
    call.messageKey = message.key;
    streams.set(call.key, message);
    return call;
  }

  function open(message: MessageRecord, key: string, isLive: boolean): CallRecord {
    const call: CallRecord = {
      key,
      messageKey: message.key,
      streamKey: key,
      id: "",
      name: "",
      argsText: "",
      args: undefined,
      status: "streaming",
      fault: undefined,
      result: undefined,
      headless: undefined,
      progress: undefined,
      outputs: [],
      toolError: undefined,
      hasStarted: false,
      hasRun: false,
      ending: undefined,
      startedAtMs: isLive ? now() : undefined,
      settledAtMs: undefined,
      shown: undefined,
    };
    records.set(key, call);
    streams.set(key, message);
    unfinished.add(call);
    return call;
  }

  function sync(message: MessageRecord): void {
    const seen = message.stream?.snapshot().calls ?? [];
    seen.forEach((said, position) => {
      if (isNews(message.calls[position], said)) take(message, position, said, true);
    });
  }

  function settle(message: MessageRecord, whole: WireMessage): void {
    const said = whole.tool_calls ?? [];
    const invalid = whole.invalid_tool_calls ?? [];
    if (message.stream === undefined) {
      said.forEach((call, position) => {
        const known = message.calls[position];
        if (known !== undefined && isSameJson(known.args, call.args)) return;
        take(message, position, settledCall(`${message.key}:${position}`, call, faultIn(invalid, call)), false);
      });
      const others = invalid.filter(({ id }) => !said.some((call) => id && call.id === id));
      others.forEach((call, index) => {
        const position = said.length + index;
        if (message.calls[position] !== undefined) return;
        take(message, position, settledCall(`${message.key}:${position}`, call, call), false);
      });
      return;
    }
    message.stream.feed({ id: message.key, tool_calls: said });
    message.stream.finish();
    sync(message);
    for (const one of said) {
      const { id, args } = one;
      const call = message.calls.find((candidate) => candidate.id === id);
      if (call === undefined || isSameJson(call.args, args) || faultIn(invalid, one)) continue;
      call.args = args as JsonValue; // an object out of JSON text
      call.argsText = JSON.stringify(args);
      changed.add(call);
    }
  }

  function addResult(callId: string, result: CallResult, among: ReadonlyMap<string, CallRecord> = newest): void {
    const call = among.get(callId) ?? newest.get(callId);
    if (call === undefined) {
      orphans.set(callId, result);
      return;
    }
    if (call.result?.messageId === result.messageId && call.result.content === result.content) return;
    call.result = result;
    changed.add(call);
  }

  function show(call: CallRecord): CallState {
    const phase = callPhase(call, context);
    if (isFinal(phase)) {
      if (call.startedAtMs !== undefined) call.settledAtMs ??= now();
      if (call.result !== undefined) unfinished.delete(call);
    }
    return showCall(call, phase);
  }

  return {
    sync,
    settle,
    putLast: (message) => {
      for (const call of message.calls) if (call.id !== "") newest.set(call.id, call);
    },
    find: (callId) => newest.get(callId),
    addResult,
    setHeadless: (call, headless) => {
      call.headless = headless;
      if (headless !== undefined && hasBegun(headless.state)) call.hasRun = true;
      if (headless?.progress !== undefined) call.progress = headless.progress;
      changed.add(call);
    },
    setProgress: (call, progress) => {
      if (call.progress === progress) return;
      call.progress = progress;
      changed.add(call);
    },
    addOutput: (call, output) => {
      call.outputs.push(output);
      if (call.outputs.length > MAX_OUTPUTS) call.outputs.shift();
      changed.add(call);
    },
    setToolError: (call, message) => {
      if (call.toolError === message) return;
      call.toolError = message;
      call.settledAtMs = undefined;
      changed.add(call);
    },
    markStarted: (call) => {
      if (call.hasStarted) return false;
      call.hasStarted = true;
      changed.add(call);
      return true;
    },
    started: () => [...unfinished].filter((call) => call.hasStarted && call.result === undefined),
    endAll: (ending) => {
      for (const call of unfinished) {
        if (call.result !== undefined || call.ending !== undefined) continue;
        call.ending = ending;
        changed.add(call);
      }
    },
    reopen: (call) => {
      call.result = undefined;
      call.headless = undefined;
      call.hasRun = false;
      call.toolError = undefined;
      call.ending = undefined;
      call.progress = undefined;
      call.outputs = [];
      call.hasStarted = false;
      call.startedAtMs = now();
      call.settledAtMs = undefined;
      unfinished.add(call);
      changed.add(call);
    },
    reopenAll: () => {
      for (const call of unfinished) {
        if (call.ending === undefined) continue;
        call.ending = undefined;
        call.settledAtMs = undefined;
        changed.add(call);
      }
    },
    setContext: (next) => {
      if (next.mayContinue === context.mayContinue) return;
      context = next;
      for (const call of unfinished) changed.add(call);
    },
    remove: (message) => {
      for (const call of message.calls) {
        records.delete(call.key);
        streams.delete(call.key);
        changed.delete(call);
        unfinished.delete(call);
        if (newest.get(call.id) === call) newest.delete(call.id);
      }
    },
    stateAt: (callKey, path) => {
      const call = records.get(callKey);
      const stream = streams.get(callKey)?.stream;
      if (stream !== undefined && call?.status !== "complete") return stream.stateAt(call?.streamKey ?? callKey, path);
      return valueAt(call?.args, path) === undefined ? "absent" : "complete";
    },
    byKey: (callKey) => records.get(callKey),
    openNamed: (name) => [...unfinished].findLast((call) => call.name === name && call.result === undefined),
    open: () => [...unfinished].filter((call) => call.result === undefined),
    publish: (shown) => {
      for (const call of changed) {
        call.shown = show(call);
        shown.set(call.key, call.shown);
      }
      changed.clear();
    },
  };
}

type Said = {
  readonly key: string;
  readonly id: string;
  readonly name: string;
  readonly argsText: string;
  readonly args: JsonValue | undefined;
  readonly status: CallState["status"];
  readonly error?: string | undefined;
};

function isNews(known: CallRecord | undefined, said: ToolCall): boolean {
  return (
    known === undefined ||
    known.args !== said.args ||
    known.argsText !== said.argsText ||
    known.status !== said.status ||
    known.id !== said.id ||
    known.name !== said.name
  );
}

type WholeCall = {
  readonly id?: unknown;
  readonly name?: unknown;
  readonly args?: unknown;
  readonly error?: unknown;
};

/** What a message says is broken about one of its calls: our server lists it in both ways, as it will be answered. */
function faultIn(invalid: readonly WholeCall[], { id, name }: WholeCall): WholeCall | undefined {
  return invalid.find((call) => call.id !== undefined && call.id === id && call.name === name);
}

/** A call that was not streamed here, and what is broken about it. */
function settledCall(key: string, call: WholeCall, fault: WholeCall | undefined): Said {
  const isText = typeof call.args === "string"; // an invalid call keeps the text that could not be read
  const text = typeof fault?.args === "string" ? fault.args : undefined;
  return {
    key,
    id: typeof call.id === "string" && call.id !== "" ? call.id : key,
    name: typeof call.name === "string" ? call.name : "",
    argsText: text ?? JSON.stringify(call.args ?? {}),
    args: isText ? undefined : ((call.args ?? {}) as JsonValue), // an object out of JSON text
    status: fault === undefined ? "complete" : "invalid",
    error: typeof fault?.error === "string" ? fault.error : undefined,
  };
}
