import { expect, it } from "vitest";
import { createElsewhereWatch } from "./elsewhere-watch";

/** A clock that a test turns: timers fire when it says so. */
function handClock() {
  let timers: (() => void)[] = [];
  return {
    clock: {
      now: () => 0,
      setTimer: (callback: () => void) => {
        timers.push(callback);
        return () => {
          timers = timers.filter((other) => other !== callback);
        };
      },
    },
    turn: async () => {
      const due = timers;
      timers = [];
      for (const callback of due) callback();
      await Promise.resolve();
      await Promise.resolve();
    },
    isArmed: () => timers.length > 0,
  };
}

function watched() {
  const hand = handClock();
  const facts = { isHidden: false, isNeeded: true, looks: 0 };
  const watch = createElsewhereWatch(
    hand.clock,
    () => facts.isHidden,
    () => facts.isNeeded,
    async () => {
      facts.looks += 1;
    },
  );
  return { hand, facts, watch };
}

it("looks while it is needed, and begins again when it is needed again", async () => {
  const { hand, facts, watch } = watched();
  watch.begin();
  watch.begin();
  await hand.turn();
  expect(facts.looks).toBe(1);
  facts.isNeeded = false;
  await hand.turn();
  expect(hand.isArmed()).toBe(false);
  facts.isNeeded = true;
  watch.begin();
  await hand.turn();
  expect(facts.looks).toBe(2);
});

it("does not look while the page is hidden, and goes on when it is shown", async () => {
  const { hand, facts, watch } = watched();
  facts.isHidden = true;
  watch.begin();
  await hand.turn();
  await hand.turn();
  expect(facts.looks).toBe(0);
  facts.isHidden = false;
  await hand.turn();
  expect(facts.looks).toBe(1);
});

it("looks at most 300 times, and not after its end", async () => {
  const { hand, facts, watch } = watched();
  watch.begin();
  for (let turn = 0; turn < 400; turn += 1) await hand.turn();
  expect(facts.looks).toBe(300);
  const other = watched();
  other.watch.begin();
  other.watch.end();
  await other.hand.turn();
  expect(other.facts.looks).toBe(0);
});
