import { expect, it } from "vitest";
import { createHandClock } from "../test-support/hand-clock";
import { createThreadWatch } from "./thread-watch";

function watched() {
  const hand = createHandClock();
  const facts = { isHidden: false, looks: 0, wake: () => {}, gate: Promise.resolve() };
  const watch = createThreadWatch(
    hand.clock,
    (listener) => {
      facts.wake = listener;
      return () => {
        facts.wake = () => {};
      };
    },
    () => facts.isHidden,
    async () => {
      facts.looks += 1;
      await facts.gate;
    },
  );
  return { ...hand, facts, watch };
}

it("looks every 10 s while the page is seen, and when it comes back to life", async () => {
  const { advance, facts, watch } = watched();
  watch.begin();
  await advance(9_999);
  expect(facts.looks).toBe(0);
  await advance(20_001);
  expect(facts.looks).toBe(3);
  facts.isHidden = true;
  await advance(60_000);
  expect(facts.looks).toBe(3);
  facts.isHidden = false;
  facts.wake();
  await advance(0);
  expect(facts.looks).toBe(4);
  await advance(9_999);
  expect(facts.looks).toBe(4);
});

it("looks once more, and not at the same time, when it is told while it looks; and not after its end", async () => {
  const { advance, facts, watch } = watched();
  const gate = Promise.withResolvers<void>();
  facts.gate = gate.promise;
  watch.begin();
  watch.lookNow();
  watch.lookNow();
  watch.lookNow();
  await advance(30_000);
  expect(facts.looks).toBe(1);
  gate.resolve();
  await advance(0);
  expect(facts.looks).toBe(2);
  watch.end();
  watch.lookNow();
  facts.wake();
  await advance(60_000);
  expect(facts.looks).toBe(2);
});
