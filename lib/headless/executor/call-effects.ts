import type { HeadlessContract } from "../contract";
import type { JournalEntry } from "../journal/journal";
import { readArguments, runTool } from "../run-tool";
import type { HeadlessOutcome } from "../tool-event";
import { answerOf } from "./answer";
import type { CallFacts, CallState } from "./call-machine";
import type { CallContext, CallRecord } from "./call-record";
import { hasBegun } from "./call-standing";
import { createClaimKeeper } from "./claim-keeper";
import { journalFact } from "./journal-fact";

export type CallEffects = {
  /** Does what the state that the call has just entered asks for. */
  enter(record: CallRecord, before: CallState | undefined): void;
  /** The call is not pending any more, or nobody looks after it. */
  leave(record: CallRecord): void;
  /** The time of the call's claim is over: nothing may begin before it is asked for again. */
  isClaimOver(record: CallRecord): boolean;
  /** True when this yes is one that lasts. */
  rememberConsent(record: CallRecord): boolean;
};

export function createCallEffects(context: CallContext): CallEffects {
  const { threadId, environment, host, dispatch, announce } = context;
  const { journal, consents, clock } = environment;
  const claims = createClaimKeeper(context, (record) => void write(record, { type: "held" }));
  const toolOf = (record: CallRecord) => host()?.tools.find(record.pending.name);

  function enter(record: CallRecord, before: CallState | undefined): void {
    switch (record.state.phase) {
      case "requested":
        void examine(record);
        return;
      case "claiming":
        record.isParked = false;
        if (before?.phase === "executed") void write(record, { type: "started" }); // its answer is void, its run is not
        void claims.acquire(record);
        return;
      case "click":
        if (!record.state.mayHaveRun) void write(record, { type: "held" }); // what says that it began stays
        return;
      case "executing":
        if (before?.phase === "click") void executeNow(record);
        else void executeJournaled(record);
        return;
      case "executed":
        if (before?.phase === "claiming") void write(record, executedState(record.state.outcome, false));
        return;
      case "cancelled":
        record.execution?.abort(new DOMException("The call was cancelled", "AbortError"));
        claims.release(record);
        if (before !== undefined && before.phase !== "requested")
          void write(record, { ...executedState(outcomeBefore(before), true), mayHaveRun: hasBegun(record.state) });
        return;
      case "unavailable":
        claims.release(record); // another tab may have the tool
        return;
      case "interrupted":
      case "consent":
      case "elsewhere":
      case "answered":
        return;
    }
  }

  async function examine(record: CallRecord): Promise<void> {
    const { state } = record;
    const tool = toolOf(record);
    const [entries, isRemembered] = await Promise.all([
      journal.entriesOf(threadId).catch((): readonly JournalEntry[] => []),
      tool?.contract.policy.consent === "ask-once" ? consents.has(tool.contract.name).catch(() => false) : false,
    ]);
    if (record.state !== state) return;
    if (toolOf(record)?.contract !== tool?.contract) return await examine(record); // it came, or went, meanwhile
    const entry = entries.find(({ key }) => key === record.key);
    const known = journalFact(entry);
    if (entry?.edit !== undefined) record.edit ??= entry.edit;
    record.previousHolder ??= entry?.holder;
    const facts: CallFacts = {
      hasTool: tool !== undefined,
      needsConsent: tool !== undefined && asks(tool.contract.policy.consent, isRemembered),
      needsGesture: tool?.contract.policy.needsGesture ?? false,
      isIdempotent: tool?.contract.policy.idempotent ?? false,
      refusal: refusalOf(record),
      journal: known.type === "started" && (await isBeingExecuted(entries, record)) ? { type: "none" } : known,
    };
    if (record.state === state) dispatch(record, { type: "examined", facts });
  }

  /** Another living page of this browser is at it: then the lock between tabs will say so. */
  async function isBeingExecuted(entries: readonly JournalEntry[], { key }: CallRecord): Promise<boolean> {
    const holder = entries.find((entry) => entry.key === key)?.holder;
    if (holder === undefined || holder === environment.holder) return false;
    return (await claims.isPageAlive(holder)) === true;
  }

  function refusalOf(record: CallRecord): HeadlessOutcome | undefined {
    if (record.pending.refusal !== undefined) {
      return { type: "failure", code: "tool_input_invalid", message: record.pending.refusal };
    }
    const tool = toolOf(record);
    const read = tool === undefined ? undefined : readArguments(tool, record.pending.args);
    return read !== undefined && "type" in read ? read : undefined;
  }

  async function executeJournaled(record: CallRecord): Promise<void> {
    const { state } = record;
    if (toolOf(record) === undefined) {
      dispatch(record, { type: "toolMissing" });
      return;
    }
    await write(record, { type: "started" });
    if (record.state === state) await execute(record);
  }

  /** From a click: the tool's code begins before this returns, the journal is written beside it. */
  async function executeNow(record: CallRecord): Promise<void> {
    void write(record, { type: "started" });
    await execute(record);
  }

  async function execute(record: CallRecord): Promise<void> {
    const { state, pending } = record;
    const tool = toolOf(record);
    if (tool === undefined) {
      dispatch(record, { type: "toolMissing" });
      return;
    }
    const execution = new AbortController();
    record.execution = execution;
    const { edit } = record;
    const ended = await runTool(
      tool,
      edit === undefined ? pending.args : edit.args,
      {
        signal: execution.signal,
        callId: pending.callId,
        threadId,
        reportProgress: (progress) => {
          if (record.state !== state || execution.signal.aborted) return;
          record.progress = progress;
          announce(record);
        },
      },
      (reason) => execution.abort(reason),
      clock,
    );
    if (record.state !== state || record.life.signal.aborted) return; // what was withdrawn while it ran stays begun
    if (ended.type === "failure" && ended.code === "gesture_spent") {
      dispatch(record, { type: "gestureSpent" });
      return;
    }
    const outcome = edit === undefined ? ended : { ...ended, editedArgs: edit.args };
    await write(record, executedState(outcome, false));
    dispatch(record, { type: "finished", outcome });
  }

  /** In order, and never a reason to stop: a journal that fails costs the promise over reloads, not the call. */
  function write(record: CallRecord, state: JournalEntry["state"]): Promise<void> {
    const { key, pending, edit, holder = environment.holder } = record;
    const { interruptId, callId } = pending;
    const writtenAt = new Date(environment.timeOfDay()).toISOString();
    const about = { key, threadId, interruptId, callId, holder, state, writtenAt };
    const entry: JournalEntry = edit === undefined ? about : { ...about, edit };
    const put = () => journal.write(entry).catch(() => {});
    record.writing = record.writing === undefined ? put() : record.writing.then(put);
    return record.writing;
  }

  function leave(record: CallRecord): void {
    record.life.abort();
    record.execution?.abort(new DOMException("The call is not pending any more", "AbortError"));
    claims.release(record);
  }

  function rememberConsent(record: CallRecord): boolean {
    const tool = toolOf(record);
    if (tool?.contract.policy.consent !== "ask-once") return false;
    void consents.remember(tool.contract.name).catch(() => {}); // then it is asked again
    return true;
  }

  return { enter, leave, isClaimOver: claims.isOver, rememberConsent };
}

function asks(consent: HeadlessContract<string, never, never>["policy"]["consent"], isRemembered: boolean): boolean {
  switch (consent) {
    case "auto":
      return false;
    case "ask":
      return true;
    case "ask-once":
      return !isRemembered;
  }
}

function executedState(
  outcome: HeadlessOutcome,
  isStopped: boolean,
): Extract<JournalEntry["state"], { type: "executed" }> {
  return { type: "executed", answer: answerOf(outcome), isStopped };
}

const STOPPED: HeadlessOutcome = { type: "failure", code: "tool_cancelled", message: "The person stopped this call." };

function outcomeBefore(before: CallState): HeadlessOutcome {
  return before.phase === "executed" ? before.outcome : STOPPED;
}
