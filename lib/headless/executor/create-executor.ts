import { ToolweaveError } from "@/lib/errors";
import { writeDecline } from "@/lib/protocol";
import { type JournalEntry, journalKey } from "../journal/journal";
import { argumentFaults, reasonFor } from "../run-tool";
import type { HeadlessOutcome, ToolEvent } from "../tool-event";
import { resumeBatch } from "./answer";
import { createCallEffects } from "./call-effects";
import { type CallEvent, canRetry, isMoving, nextCallState } from "./call-machine";
import type { CallRecord } from "./call-record";
import { hasBegun, isAwaitingPerson, isDeclining } from "./call-standing";
import type { ExecutorEnvironment, ExecutorHost, HeadlessCall, HeadlessExecutor, PendingCall } from "./executor-types";

/** An entry of the journal stays so long, whatever a state says. */
const MIN_AGE_MS = 60_000;
/** One that says that the call ran, or may have: a version of the thread that nobody shows for long can come back. */
const BEGUN_AGE_MS = 30 * 24 * 3_600_000;

/**
 * The executor of one thread on one page. Holds the calls that the graph waits for, drives each through the state
 * machine, and hands out their answers once. `onIdle` is called when it holds nothing and nobody is attached; `newBatchId` names answers, once each for
 * the page: an executor that comes after this one must not use the same names.
 */
export function createExecutor(
  threadId: string,
  environment: ExecutorEnvironment,
  onIdle: () => void,
  newBatchId: () => string,
): HeadlessExecutor {
  const records = new Map<string, CallRecord>();
  const hosts: ExecutorHost[] = [];
  const batchIds = new Map<string, string>();
  /** Answered here and over: the journal need not keep them. */
  const answered = new Set<string>();
  /** Speaks for the thread after the last session left: what executes must still be answered. */
  let lastHost: ExecutorHost | undefined;

  const host = (): ExecutorHost | undefined => hosts.at(-1) ?? lastHost;
  const view = ({ key, pending, state, progress, edit }: CallRecord): HeadlessCall => {
    const tool = host()?.tools.find(pending.name);
    const contract = tool?.contract;
    return {
      key,
      pending,
      state,
      progress,
      reason: tool === undefined ? undefined : reasonFor(tool, edit?.args ?? pending.args),
      decisions: contract === undefined ? ["decline"] : ["approve", "edit", "decline"],
      isConsentLasting: contract?.policy.consent === "ask-once",
      canRetry: tool !== undefined && canRetry(state),
      ...(edit === undefined ? {} : { editedArgs: edit.args }),
    };
  };
  const effects = createCallEffects({ threadId, environment, host, dispatch, announce });

  function dispatch(record: CallRecord, event: CallEvent): void {
    const before = record.state;
    const after = nextCallState(before, event);
    if (after === before || records.get(record.key) !== record) return;
    record.state = after;
    announce(record);
    effects.enter(record, before);
    if (after.phase === "consent") askedFor(record);
    const { phase } = record.state;
    if (phase === "executing" || phase === "interrupted") record.said = undefined;
    if (!isMoving(record.state) && [...records.values()].every((other) => !isMoving(other.state))) host()?.onReady();
  }

  /** What the person said holds while the tool was gone, if it is the tool that they were asked about. */
  function askedFor(record: CallRecord): void {
    const contract = host()?.tools.find(record.pending.name)?.contract;
    const { askedAbout, said } = record;
    record.askedAbout = contract;
    if (said === undefined) return;
    if (askedAbout === contract) act(record, said);
    else record.said = undefined;
  }

  function act(record: CallRecord, said: NonNullable<CallRecord["said"]>): void {
    record.said = said;
    if (said !== "approve") {
      const ifBegun = declined(said.declined, true);
      const outcome = hasBegun(record.state) ? ifBegun : declined(said.declined, false);
      dispatch(record, { type: "declined", outcome, ifBegun });
      return;
    }
    const isRemembered = record.state.phase === "consent" && effects.rememberConsent(record);
    if (record.state.phase === "interrupted") record.confirmedAtMs = environment.timeOfDay();
    dispatch(record, { type: "approved" });
    if (isRemembered)
      for (const other of records.values()) if (isSameTool(other, record)) dispatch(other, { type: "reconsidered" });
  }

  function announce(record: CallRecord): void {
    const call = view(record);
    for (const listener of hosts) listener.onChange(call);
    const { pending, state, progress } = record;
    const outcome: HeadlessOutcome | undefined = "outcome" in state ? state.outcome : undefined;
    tell({
      phase: state.phase,
      name: pending.name,
      callId: pending.callId,
      interruptId: pending.interruptId,
      threadId,
      runId: pending.runId,
      ...(outcome === undefined ? {} : { outcome }),
      ...(progress === undefined ? {} : { progress }),
    });
  }

  /** A listener that throws must not stop the call: its error goes to the page, as that of any listener. */
  function tell(event: ToolEvent): void {
    try {
      host()?.onTool(event);
    } catch (error) {
      queueMicrotask(() => {
        throw error;
      });
    }
  }

  function withdraw(record: CallRecord): void {
    records.delete(record.key);
    if (record.state.phase === "answered") answered.add(record.key);
    effects.leave(record);
    for (const listener of hosts) listener.onGone(view(record));
  }

  function add(pending: PendingCall): void {
    const key = journalKey(threadId, pending.interruptId, pending.callId);
    const known = records.get(key);
    if (known !== undefined) return;
    const record: CallRecord = {
      key,
      pending,
      state: { phase: "requested" },
      progress: undefined,
      life: new AbortController(),
    };
    records.set(key, record);
    announce(record);
    effects.enter(record, undefined);
  }

  function examinedAgain(record: CallRecord): void {
    dispatch(record, { type: "stillPending" });
    if (record.isRetryDue) {
      record.isRetryDue = false;
      dispatch(record, { type: "released" });
    }
    if (record.isParked) effects.enter(record, record.state);
  }

  /** An answer that the server took and did not keep is sent anew, under a new id; so is one that a retry put in its place. */
  function batchId(keys: readonly string[]): string {
    const sends = keys.map((key) => {
      const record = records.get(key);
      return [record?.state.phase === "executed" ? record.state.sends : 0, record?.retries ?? 0];
    });
    const name = JSON.stringify([keys, sends]);
    const id = batchIds.get(name) ?? newBatchId();
    batchIds.set(name, id);
    return id;
  }

  async function forget(pendingKeys: ReadonlySet<string>): Promise<void> {
    const entries = await environment.journal.entriesOf(threadId).catch((): readonly JournalEntry[] => []);
    const over = entries.filter(
      (entry) => !pendingKeys.has(entry.key) && !records.has(entry.key) && (answered.delete(entry.key) || isOld(entry)),
    );
    if (over.length > 0) await environment.journal.remove(over.map((entry) => entry.key)).catch(() => {}); // removed with the next state
  }

  /** A state that was read a moment ago may not list yet what another tab has already begun with. */
  function isOld({ state, writtenAt }: JournalEntry): boolean {
    const ageMs = environment.timeOfDay() - Date.parse(writtenAt);
    return !(ageMs < (state.type === "held" ? MIN_AGE_MS : BEGUN_AGE_MS));
  }

  return {
    attach: (joined) => {
      hosts.push(joined);
      lastHost = joined;
      for (const record of records.values()) joined.onChange(view(record));
      return () => {
        const place = hosts.indexOf(joined);
        if (place !== -1) hosts.splice(place, 1);
        if (hosts.length > 0) return;
        for (const record of [...records.values()]) if (!isBound(record)) withdraw(record);
        if (records.size === 0) onIdle();
      };
    },
    request: (pending, { isComplete }) => {
      const keys = new Set(pending.map((call) => journalKey(threadId, call.interruptId, call.callId)));
      if (isComplete) {
        for (const record of [...records.values()]) {
          if (keys.has(record.key)) examinedAgain(record);
          else withdraw(record);
        }
        void forget(keys);
      }
      for (const call of pending) add(call);
      if (hosts.length === 0 && records.size === 0) onIdle();
    },
    setAside: () => {
      for (const record of [...records.values()]) withdraw(record);
      if (hosts.length === 0) onIdle();
    },
    toolsChanged: () => {
      for (const record of records.values()) {
        const contract = host()?.tools.find(record.pending.name)?.contract;
        const isAsked = record.state.phase === "consent" && contract === record.askedAbout;
        if (record.state.phase === "click" && contract === undefined) dispatch(record, { type: "toolMissing" });
        else if (!isAsked) dispatch(record, { type: "reconsidered" });
      }
    },
    approve: (key, edit) => {
      const record = records.get(key);
      if (record === undefined) return;
      const { phase } = record.state;
      if (phase === "click" && effects.isClaimOver(record)) {
        dispatch(record, { type: "leaseOver" }); // it may have run elsewhere while this page slept
        throw new ToolweaveError("gesture_spent", "This page was asleep, and asks the server again: click once more.");
      }
      if (phase === "click" && !environment.hasGesture()) {
        throw new ToolweaveError("gesture_spent", "The browser does not count that click as fresh: click once more.");
      }
      if (isAwaitingPerson(record.state) || wasAsked(record)) record.edit = editOf(record, edit);
      if (isAwaitingPerson(record.state)) act(record, "approve");
      else if (wasAsked(record)) record.said = "approve"; // its tool comes or goes just now
    },
    faultsOf: (key, args) => {
      const tool = host()?.tools.find(records.get(key)?.pending.name ?? "");
      return tool === undefined ? [] : argumentFaults(tool, args);
    },
    decline: (key, reason) => {
      const record = records.get(key);
      if (record === undefined) return;
      if (isAwaitingPerson(record.state) || record.state.phase === "unavailable") act(record, { declined: reason });
      else if (wasAsked(record)) record.said = { declined: reason };
    },
    retry: (key) => {
      const record = records.get(key);
      if (record === undefined || !canRetry(record.state)) return;
      record.retries = (record.retries ?? 0) + 1;
      record.progress = undefined;
      record.confirmedAtMs = environment.timeOfDay();
      dispatch(record, { type: "retried" });
    },
    forgetAnswered: () => {
      for (const record of [...records.values()]) if (record.state.phase === "answered") withdraw(record);
    },
    stop: () => {
      for (const record of records.values()) dispatch(record, { type: "stopped" });
    },
    calls: () => [...records.values()].map(view),
    resume: () => {
      const all = [...records.values()];
      const batch = all.some((record) => isMoving(record.state)) ? undefined : resumeBatch(all.map(view));
      if (!all.some(({ state }) => state.phase === "executed")) batchIds.clear(); // nothing waits to be sent again
      return batch && { ...batch, id: batchId(batch.keys) };
    },
    markSent: (keys) => {
      for (const key of keys) {
        const record = records.get(key);
        if (record !== undefined) dispatch(record, { type: "sent" });
      }
      if (hosts.length > 0) return;
      for (const record of [...records.values()]) if (!isBound(record)) withdraw(record);
      if (records.size === 0) onIdle();
    },
  };
}

/** True while leaving must not drop it: it runs, its answer was not taken yet, or the person's no is on its way to be one. */
function isBound({ state }: CallRecord): boolean {
  return state.phase === "executing" || state.phase === "executed" || isDeclining(state);
}

/** The person was asked, and the question is away for a moment. */
function wasAsked({ state, askedAbout }: CallRecord): boolean {
  return askedAbout !== undefined && (state.phase === "requested" || state.phase === "unavailable");
}

/** What the person put in place of the model's arguments; the model's own, put back, are no edit. */
function editOf({ edit, pending }: CallRecord, next: CallRecord["edit"]): CallRecord["edit"] {
  if (next === undefined) return edit;
  return JSON.stringify(next.args) === JSON.stringify(pending.args) ? undefined : next;
}

function isSameTool(a: CallRecord, b: CallRecord): boolean {
  return a !== b && a.pending.name === b.pending.name;
}

/** `mayHaveRun`: what the person declines is to run it again. */
function declined(reason: string | undefined, mayHaveRun: boolean): HeadlessOutcome {
  return { type: "failure", code: "tool_declined", message: writeDecline({ reason, mayHaveRun }) };
}
