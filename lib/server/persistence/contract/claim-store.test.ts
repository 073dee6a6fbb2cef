import { describe, expect, test } from "vitest";
import { ADA, STORAGES } from "../../test-support/storages";

describe.each(STORAGES)("a claim %s", (_, open) => {
  test("whose lease has run out is free for others, and not before", async () => {
    const { claims } = await open();
    const take = (holder: string, nowMs: number) =>
      claims.take({ threadId: "t", interruptId: "i", holder, nowMs, leaseMs: 1000 });
    expect((await take("one", 0)).isGranted).toBe(true);
    expect((await take("two", 999)).isGranted).toBe(false);
    expect((await take("one", 999)).claim.lease_expires_at).toBe(new Date(1999).toISOString());
    expect(await take("two", 1998)).toMatchObject({ isGranted: false, claim: { interrupt_id: "i", holder: "one" } });
    expect(await take("two", 1999)).toMatchObject({ isGranted: true, claim: { holder: "two" } });
  });

  test("is granted to one of many that ask at once", async () => {
    const { claims } = await open();
    const taken = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        claims.take({ threadId: "t", interruptId: "i", holder: `page-${index}`, nowMs: 0, leaseMs: 1000 }),
      ),
    );
    expect(taken.filter(({ isGranted }) => isGranted)).toHaveLength(1);
    expect(new Set(taken.map(({ claim }) => claim.holder)).size).toBe(1);
  });

  test("that takes over from somebody says from whom, so that a tool that may have run is not run again", async () => {
    const { claims } = await open();
    const take = async (holder: string, nowMs: number) =>
      (await claims.take({ threadId: "t", interruptId: "i", holder, nowMs, leaseMs: 1000 })).claim;
    expect(await take("one", 0)).not.toHaveProperty("previous_holder");
    expect(await take("one", 500)).not.toHaveProperty("previous_holder");
    expect(await take("two", 999)).not.toHaveProperty("previous_holder"); // refused
    expect(await take("two", 1500)).toMatchObject({ holder: "two", previous_holder: "one" });
    expect(await take("one", 5000)).toMatchObject({ holder: "one", previous_holder: "two" });
  });

  test("keeps saying from whom it was taken over to the holder who takes it again, until it changes hands", async () => {
    const { claims } = await open();
    const take = async (holder: string, nowMs: number, interruptId = "i") =>
      (await claims.take({ threadId: "t", interruptId, holder, nowMs, leaseMs: 1000 })).claim;
    await take("one", 0);
    await take("two", 1000);
    expect(await take("two", 1500)).toMatchObject({ holder: "two", previous_holder: "one" }); // a renewal
    expect(await take("one", 1600)).not.toHaveProperty("previous_holder"); // refused
    expect(await take("two", 9000)).toMatchObject({ holder: "two", previous_holder: "one" }); // after its lease
    expect(await take("three", 10_000)).toMatchObject({ holder: "three", previous_holder: "two" });
    expect(await take("three", 10_001)).toMatchObject({ holder: "three", previous_holder: "two" });
    expect(await take("two", 10_002, "another")).not.toHaveProperty("previous_holder");
  });

  test("is released when its interrupt waits no longer, and only then", async () => {
    const { claims, threads, settle } = await open();
    await threads.create("t", {}, ADA);
    const take = (interruptId: string, holder: string) =>
      claims.take({ threadId: "t", interruptId, holder, nowMs: 0, leaseMs: 1000 });
    await take("answered", "one");
    await take("waiting", "one");
    expect([...(await claims.claimed("t"))].sort()).toEqual(["answered", "waiting"]);
    await settle({
      threadId: "t",
      runId: "r",
      runStatus: "success",
      threadStatus: "interrupted",
      interrupts: { task: [{ id: "waiting", value: null }] },
    });
    expect([...(await claims.claimed("t"))]).toEqual(["waiting"]);
    expect((await take("answered", "two")).isGranted).toBe(true);
    expect((await take("waiting", "two")).isGranted).toBe(false);
  });
});
