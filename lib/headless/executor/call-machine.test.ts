import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { HeadlessOutcome } from "../tool-event";
import { type CallEvent, type CallFacts, type CallState, isMoving, nextCallState } from "./call-machine";
import { isAwaitingPerson } from "./call-standing";

const SUCCESS: HeadlessOutcome = { type: "success", value: 1 };
const DECLINE: HeadlessOutcome = { type: "failure", code: "tool_declined", message: "no" };
const DECLINE_OF_BEGUN: HeadlessOutcome = { ...DECLINE, message: "not again" };
const FAILURE: HeadlessOutcome = { type: "failure", code: "tool_failed", message: "broken" };

const FACTS: CallFacts = {
  hasTool: true,
  needsConsent: false,
  needsGesture: false,
  isIdempotent: false,
  refusal: undefined,
  journal: { type: "none" },
};

const execute = (over: { isConfirmed?: boolean; mayHaveRun?: boolean } = {}): CallState => ({
  phase: "claiming",
  intent: { type: "execute", isConfirmed: false, mayHaveRun: false, ...over },
});

const STATES: Readonly<Record<CallState["phase"], CallState>> = {
  requested: { phase: "requested" },
  unavailable: { phase: "unavailable" },
  consent: { phase: "consent" },
  claiming: execute(),
  elsewhere: { phase: "elsewhere", intent: { type: "execute", isConfirmed: false, mayHaveRun: false }, retryAtMs: 5 },
  interrupted: { phase: "interrupted" },
  click: { phase: "click" },
  executing: { phase: "executing" },
  executed: { phase: "executed", outcome: SUCCESS, sends: 0 },
  answered: { phase: "answered", outcome: SUCCESS, sends: 1 },
  cancelled: { phase: "cancelled" },
};

const claimed = { type: "claimed", tookOver: false, isIdempotent: false, needsGesture: false } as const;

const EVENTS: Readonly<Record<CallEvent["type"], CallEvent>> = {
  examined: { type: "examined", facts: FACTS },
  reconsidered: { type: "reconsidered" },
  released: { type: "released" },
  approved: { type: "approved" },
  declined: { type: "declined", outcome: DECLINE, ifBegun: DECLINE_OF_BEGUN },
  claimed,
  refused: { type: "refused", retryAtMs: 9 },
  leaseLost: { type: "leaseLost", retryAtMs: 9 },
  leaseOver: { type: "leaseOver" },
  retried: { type: "retried" },
  found: { type: "found", outcome: SUCCESS, isStopped: false },
  toolMissing: { type: "toolMissing" },
  gestureSpent: { type: "gestureSpent" },
  finished: { type: "finished", outcome: SUCCESS },
  sent: { type: "sent" },
  stillPending: { type: "stillPending" },
  stopped: { type: "stopped" },
};

/** Every pair that moves, and where to. All other pairs leave the very same state. */
const MOVES: Readonly<Partial<Record<CallEvent["type"], Partial<Record<CallState["phase"], CallState["phase"]>>>>> = {
  examined: { requested: "claiming" },
  reconsidered: { unavailable: "requested", consent: "requested" },
  released: { elsewhere: "claiming" },
  approved: { consent: "claiming", interrupted: "claiming", click: "executing" },
  declined: { consent: "claiming", interrupted: "claiming", click: "claiming", unavailable: "claiming" },
  found: { claiming: "executed" },
  claimed: { claiming: "executing" },
  refused: { claiming: "elsewhere" },
  leaseLost: { click: "elsewhere" },
  leaseOver: { click: "claiming" },
  toolMissing: { executing: "unavailable", click: "unavailable" },
  gestureSpent: { executing: "click" },
  finished: { executing: "executed" },
  sent: { executed: "answered" },
  stillPending: { answered: "executed" },
  stopped: {
    requested: "cancelled",
    unavailable: "cancelled",
    consent: "cancelled",
    claiming: "cancelled",
    elsewhere: "cancelled",
    interrupted: "cancelled",
    click: "cancelled",
    executing: "cancelled",
    executed: "cancelled",
  },
};

describe("every event in every state", () => {
  const pairs = Object.entries(STATES).flatMap(([phase, state]) =>
    Object.entries(EVENTS).map(([type, event]) => ({ phase, type, state, event })),
  );
  it.each(pairs)("$type in $phase", ({ phase, type, state, event }) => {
    const to = MOVES[type as CallEvent["type"]]?.[phase as CallState["phase"]];
    const next = nextCallState(state, event);
    if (to === undefined) expect(next).toBe(state);
    else expect(next.phase).toBe(to);
  });
});

describe("looking at a call", () => {
  const look = (facts: Partial<CallFacts>) =>
    nextCallState({ phase: "requested" }, { type: "examined", facts: { ...FACTS, ...facts } });

  it("sends a stored result, whatever the tool is now", () => {
    const journal = { type: "executed", outcome: SUCCESS, isStopped: false } as const;
    expect(look({ journal, hasTool: false, needsConsent: true })).toEqual({
      phase: "executed",
      outcome: SUCCESS,
      sends: 0,
    });
  });
  it("leaves alone what the person stopped", () => {
    expect(look({ journal: { type: "executed", outcome: SUCCESS, isStopped: true } }).phase).toBe("cancelled");
  });
  it("waits for a tab that has the tool", () => {
    expect(look({ hasTool: false }).phase).toBe("unavailable");
  });
  it("answers what does not fit the contract without asking anybody", () => {
    expect(look({ refusal: DECLINE, needsConsent: true })).toEqual({
      phase: "claiming",
      intent: { type: "answer", outcome: DECLINE, mayHaveRun: false },
    });
  });
  it("asks before it claims, except that a gesture is the consent", () => {
    expect(look({ needsConsent: true }).phase).toBe("consent");
    expect(look({ needsConsent: true, needsGesture: true }).phase).toBe("claiming");
  });
  it("runs again what had begun only when that does no harm", () => {
    expect(look({ journal: { type: "started" } }).phase).toBe("interrupted");
    expect(look({ journal: { type: "started" }, isIdempotent: true, needsConsent: true }).phase).toBe("claiming");
  });
});

describe("a granted claim", () => {
  it("leads to a click where the tool needs one", () => {
    expect(nextCallState(execute(), { ...claimed, needsGesture: true }).phase).toBe("click");
  });
  it("never leads to a second run by itself when somebody else held it", () => {
    expect(nextCallState(execute(), { ...claimed, tookOver: true }).phase).toBe("interrupted");
    expect(nextCallState(execute({ mayHaveRun: true }), claimed).phase).toBe("interrupted");
    expect(nextCallState(execute({ mayHaveRun: true, isConfirmed: true }), claimed).phase).toBe("executing");
    expect(nextCallState(execute(), { ...claimed, tookOver: true, isIdempotent: true }).phase).toBe("executing");
  });
  it("after a wait for another holder counts as one that may have run", () => {
    const waited = nextCallState(STATES.elsewhere, EVENTS.released);
    expect(nextCallState(waited, claimed).phase).toBe("interrupted");
  });
  it("of an answer needs no execution", () => {
    const state = nextCallState(STATES.consent, EVENTS.declined);
    expect(nextCallState(state, claimed)).toEqual({ phase: "executed", outcome: DECLINE, sends: 0 });
  });
  it("of an answer says that it may have run where somebody else held it, now or while it was waited for", () => {
    const asked = nextCallState(STATES.consent, EVENTS.declined);
    const waited = nextCallState(nextCallState(asked, EVENTS.refused), EVENTS.released);
    const said = { phase: "executed", outcome: DECLINE_OF_BEGUN, sends: 0 };
    expect(nextCallState(asked, { ...claimed, tookOver: true })).toEqual(said);
    expect(nextCallState(waited, claimed)).toEqual(said);
  });
  it("whose time was over before the click leads to one more click, or to a question where somebody else held it", () => {
    const asked = nextCallState(STATES.click, EVENTS.leaseOver);
    const gesture = { ...claimed, needsGesture: true };
    expect(nextCallState(asked, gesture)).toEqual({ phase: "click", isAskedAgain: true });
    expect(nextCallState(asked, { ...gesture, tookOver: true }).phase).toBe("interrupted");
  });
});

describe("a failure that was not sent", () => {
  const failed = (code: "tool_failed" | "tool_timed_out" | "tool_declined" | "tool_input_invalid"): CallState => ({
    phase: "executed",
    outcome: { type: "failure", code, message: "no" },
    sends: 0,
  });
  it.each(["tool_failed", "tool_timed_out"] as const)("(%s) is tried again after the claim, never without", (code) => {
    const asked = nextCallState(failed(code), EVENTS.retried);
    expect(asked.phase).toBe("claiming");
    expect(nextCallState(asked, { ...claimed, tookOver: true }).phase).toBe("executing");
  });
  it.each(["tool_declined", "tool_input_invalid"] as const)(
    "(%s) stays: somebody decided it, or it cannot run",
    (code) => {
      expect(nextCallState(failed(code), EVENTS.retried)).toEqual(failed(code));
    },
  );
  it("and was sent meanwhile stays answered", () => {
    const sent = nextCallState(failed("tool_failed"), EVENTS.sent);
    expect(nextCallState(sent, EVENTS.retried)).toBe(sent);
  });
});

it("what is stopped after its end says that it has run, unless it was not run at all", () => {
  const stopped = (outcome: HeadlessOutcome) => nextCallState({ phase: "executed", outcome, sends: 0 }, EVENTS.stopped);
  for (const outcome of [SUCCESS, FAILURE]) expect(stopped(outcome)).toEqual({ phase: "cancelled", mayHaveRun: true });
  expect(stopped(DECLINE)).toEqual({ phase: "cancelled" });
});

it("sends an answer that the server does not keep a bounded number of times", () => {
  let state: CallState = STATES.executed;
  let sends = 0;
  for (let round = 0; round < 10; round += 1) {
    if (state.phase === "executed") sends += 1;
    state = nextCallState(nextCallState(state, EVENTS.sent), EVENTS.stillPending);
  }
  expect(sends).toBe(3);
});

describe("whatever comes, in whatever order", () => {
  const anyEvent = fc.oneof(
    fc.constantFrom(...Object.values(EVENTS)),
    fc.record({
      type: fc.constant("claimed" as const),
      tookOver: fc.boolean(),
      isIdempotent: fc.constant(false),
      needsGesture: fc.boolean(),
    }),
    fc.record({
      type: fc.constant("examined" as const),
      facts: fc.record({
        hasTool: fc.boolean(),
        needsConsent: fc.boolean(),
        needsGesture: fc.boolean(),
        isIdempotent: fc.constant(false),
        refusal: fc.constantFrom(undefined, DECLINE),
        journal: fc.constantFrom<CallFacts["journal"]>({ type: "none" }, { type: "started" }),
      }),
    }),
  );

  it("a call that is not idempotent executes once, or again only after a yes of the person", () => {
    fc.assert(
      fc.property(fc.array(anyEvent, { maxLength: 40 }), (events) => {
        let state: CallState = { phase: "requested" };
        let hasRun = false;
        let yesSinceRun = false;
        for (const event of events) {
          const next = nextCallState(state, event);
          if (event.type === "approved" && next !== state) yesSinceRun = true;
          if (next.phase === "executing" && state.phase !== "executing") {
            expect(["claimed", "approved"]).toContain(event.type);
            expect(hasRun && !yesSinceRun).toBe(false);
            hasRun = true;
            yesSinceRun = false;
          }
          state = next;
        }
      }),
      { numRuns: 2000 },
    );
  });

  it("a call moves by itself, waits for somebody, or is over: never two of them", () => {
    for (const state of Object.values(STATES)) expect(isMoving(state) && isAwaitingPerson(state)).toBe(false);
  });
});
