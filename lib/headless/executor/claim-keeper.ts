import { isToolweaveError, type ToolweaveErrorCode } from "@/lib/errors";
import type { Claim } from "@/lib/protocol";
import type { JournalEntry } from "../journal/journal";
import type { CallContext, CallRecord } from "./call-record";
import { journalFact } from "./journal-fact";

const LEASE_MS = 120_000;
const RENEW_MS = 40_000;
const FIRST_RETRY_MS = 500;
const MAX_RETRY_MS = 10_000;
/** Refusals that do not pass by themselves. */
const LASTING: ReadonlySet<ToolweaveErrorCode> = new Set([
  "unauthenticated",
  "unauthorized",
  "bad_request",
  "unsupported",
]);

export type ClaimKeeper = {
  /** Asks for the right to act on the call until it is granted, refused, or in doubt; reports as an event. */
  acquire(record: CallRecord): Promise<void>;
  /** The time of the claim is over: before anything is begun it must be asked for again. */
  isOver(record: CallRecord): boolean;
  /** `undefined`: cannot be known here. */
  isPageAlive(holder: string): Promise<boolean | undefined>;
  /** Stops renewing and gives the tab's lock back. The lease runs out by itself. */
  release(record: CallRecord): void;
};

/**
 * The claim of a call: the lock between tabs first (it spares a needless request and keeps two tabs from continuing the
 * same dead page), then the server's lease, which alone decides. Renewed every 40 s of the 120 s. `hold` writes into the
 * journal, beside the request, whose claim it is: a page that dies with the claim and before it began is continued.
 */
export function createClaimKeeper(
  { threadId, environment, host, dispatch }: CallContext,
  hold: (record: CallRecord) => void,
): ClaimKeeper {
  const { clock, locks, steadyTimer, timeOfDay } = environment;
  let presence: Promise<unknown> | undefined;

  async function acquire(record: CallRecord): Promise<void> {
    const { state } = record;
    const isStale = () => record.state !== state || record.life.signal.aborted;
    const needsToolCheck = state.phase === "claiming" && state.intent.type === "execute";
    const isConfirmed = state.phase === "claiming" && state.intent.type === "execute" && state.intent.isConfirmed;
    presence ??= locks.take(pageLockName(environment.holder)).catch(() => undefined); // never given back
    await presence;
    const isLocked = !(await takeLock(record));
    if (isLocked && !record.isLockDoubted) {
      // Whoever was asked about is dead; this one lives, under the dead one's name perhaps.
      if (!isStale()) refused(record, LEASE_MS, { isLock: true, isUnasked: true });
      return;
    }
    await record.writing; // what this page has to say of the call itself
    const entry = await findEntry(record);
    record.holder ??= await holderAfter(entry);
    if (isStale()) return;
    const known = journalFact(entry);
    if (known.type === "executed") {
      record.edit = entry?.edit;
      dispatch(record, { ...known, type: "found" }); // by another tab, while this one waited
      return;
    }
    if (known.type === "none" && needsToolCheck) hold(record);
    if (known.type === "started" && !isConfirmed) record.edit ??= entry?.edit;
    let hasRead = false;
    for (let attempt = 0; !isStale(); attempt += 1) {
      const askedAtMs = timeOfDay();
      try {
        const claim = await host()?.claim(record.pending.interruptId, record.holder);
        if (isStale()) return;
        record.leaseEndsAtMs = claim === undefined ? undefined : askedAtMs + LEASE_MS;
        if (isOver(record)) continue; // the machine slept while the answer came: nobody knows who had it since
        const isUnasked = tookOver(claim, record.holder) && claim?.previous_holder !== record.previousHolder;
        record.previousHolder = claim?.previous_holder;
        const tool = host()?.tools.find(record.pending.name);
        if (claim !== undefined) renew(record);
        dispatch(record, {
          type: "claimed",
          tookOver: tookOver(claim, record.holder) || known.type === "started",
          isUnasked,
          isIdempotent: tool?.contract.policy.idempotent ?? false,
          needsGesture: needsToolCheck && (tool?.contract.policy.needsGesture ?? false),
        });
        return;
      } catch (error) {
        if (isStale()) return;
        const code = isToolweaveError(error) ? error.code : undefined;
        if (code === "claimed_elsewhere") {
          release(record);
          refused(record, restOfLease(error), { isLock: false, isUnasked: isTakenSinceYes(record, error) });
          return;
        }
        if (code === "interrupt_not_pending" || code === "not_found") {
          record.parkings = (record.parkings ?? 0) + 1;
          record.isParked = true;
          if (record.parkings > 1) await pause(record, FIRST_RETRY_MS * 2 ** Math.min(record.parkings, 6));
          if (!isStale()) host()?.refresh();
          return;
        }
        if (!hasRead && code !== undefined && LASTING.has(code)) {
          hasRead = true;
          host()?.refresh(); // the state is refused as well: that is a problem which the person is told of
        }
      }
      await pause(record, Math.min(MAX_RETRY_MS, FIRST_RETRY_MS * 2 ** Math.min(attempt, 10)));
    }
  }

  async function takeLock(record: CallRecord): Promise<boolean> {
    if (record.releaseLock !== undefined) return true;
    const release = await locks.take(lockName(record)).catch(() => () => {}); // broken locks are missing locks
    if (record.life.signal.aborted) release?.();
    else record.releaseLock = release;
    return release !== undefined;
  }

  async function findEntry({ key }: CallRecord): Promise<JournalEntry | undefined> {
    const entries = await environment.journal.entriesOf(threadId).catch((): readonly JournalEntry[] => []);
    return entries.find((entry) => entry.key === key);
  }

  /** A page that died while it held the claim is continued under its own name, so that its lease is no obstacle. */
  async function holderAfter(entry: JournalEntry | undefined): Promise<string> {
    const former = entry?.holder;
    if (former === undefined || former === environment.holder) return environment.holder;
    return (await isPageAlive(former)) === false ? former : environment.holder;
  }

  async function isPageAlive(holder: string): Promise<boolean | undefined> {
    return await locks.isTaken(pageLockName(holder)).catch(() => undefined); // broken locks know nothing
  }

  function refused(record: CallRecord, retryMs: number, by: { isLock: boolean; isUnasked: boolean }): void {
    dispatch(record, { type: "refused", retryAtMs: clock.now() + retryMs, isUnasked: by.isUnasked });
    lookLater(record, retryMs, by.isLock);
  }

  /** Until the other tab gives its lock back or its lease is over; then the state is read, and asked again if it still lists the call. */
  function lookLater(record: CallRecord, retryMs: number, isLocked: boolean): void {
    const { state } = record;
    const look = () => {
      cancelTimer();
      if (record.state !== state || record.life.signal.aborted || record.isRetryDue) return;
      record.isRetryDue = true;
      host()?.refresh();
    };
    const cancelTimer = clock.setTimer(() => {
      if (isLocked) record.isLockDoubted = true; // a frozen tab keeps its lock, but not its lease: the server is asked
      look();
    }, retryMs);
    record.life.signal.addEventListener("abort", cancelTimer);
    if (isLocked) void locks.whenFree(lockName(record), record.life.signal).then(look, () => {}); // the timer looks all the same
  }

  function renew(record: CallRecord): void {
    record.stopRenewing?.();
    let isStopped = false;
    let cancelTimer = () => {};
    const again = async () => {
      if (isOver(record) && record.state.phase === "click") {
        dispatch(record, { type: "leaseOver" });
        return;
      }
      const askedAtMs = timeOfDay();
      try {
        const claim = await host()?.claim(record.pending.interruptId, record.holder ?? environment.holder);
        if (isStopped) return;
        if (claim?.previous_holder === record.previousHolder) record.leaseEndsAtMs = askedAtMs + LEASE_MS;
        else if (record.state.phase === "click") {
          dispatch(record, { type: "leaseOver" }); // somebody had it meanwhile
          return;
        }
      } catch (error) {
        const code = isToolweaveError(error) ? error.code : undefined;
        if (isStopped) return;
        if (code === "claimed_elsewhere") {
          const retryMs = restOfLease(error);
          if (record.state.phase !== "click") return; // what executes is finished; its late answer counts if nobody else gives one
          release(record);
          dispatch(record, { type: "leaseLost", retryAtMs: clock.now() + retryMs });
          lookLater(record, retryMs, false);
          return;
        }
        if (code === "interrupt_not_pending" || code === "not_found") host()?.refresh();
      }
      if (!isStopped) arm();
    };
    const arm = () => {
      cancelTimer = steadyTimer(() => void again(), RENEW_MS);
    };
    record.stopRenewing = () => {
      isStopped = true;
      cancelTimer();
    };
    arm();
  }

  /** By this page's own time of asking, which is before the server's. */
  function isOver({ leaseEndsAtMs }: CallRecord): boolean {
    return leaseEndsAtMs !== undefined && timeOfDay() >= leaseEndsAtMs;
  }

  /** Its lease was taken or renewed since the person said yes: the holder lives, and may begin at any time. */
  function isTakenSinceYes({ confirmedAtMs }: CallRecord, error: unknown): boolean {
    return confirmedAtMs !== undefined && !(endOfLease(error) - LEASE_MS <= confirmedAtMs);
  }

  function restOfLease(error: unknown): number {
    const rest = endOfLease(error) - timeOfDay();
    // A second later than the server says, and never trusting a wrong clock for longer than a whole lease.
    return Number.isFinite(rest) ? Math.min(Math.max(rest, 0), LEASE_MS) + 1_000 : LEASE_MS;
  }

  function pause(record: CallRecord, delayMs: number): Promise<void> {
    return new Promise((resolve) => {
      const cancelTimer = clock.setTimer(resolve, delayMs);
      record.life.signal.addEventListener("abort", () => {
        cancelTimer();
        resolve();
      });
    });
  }

  function release(record: CallRecord): void {
    record.stopRenewing?.();
    record.stopRenewing = undefined;
    record.leaseEndsAtMs = undefined;
    record.releaseLock?.();
    record.releaseLock = undefined;
  }

  return { acquire, isOver, isPageAlive, release };
}

function tookOver(claim: Claim | undefined, holder: string): boolean {
  const previous = claim?.previous_holder;
  return previous !== undefined && previous !== null && previous !== holder;
}

/** Not a number where the server does not say. */
function endOfLease(error: unknown): number {
  return isToolweaveError(error) ? Date.parse(String(error.context.leaseExpiresAt)) : Number.NaN;
}

function lockName({ key }: CallRecord): string {
  return `toolweave:call:${key}`;
}

function pageLockName(holder: string): string {
  return `toolweave:page:${holder}`;
}
