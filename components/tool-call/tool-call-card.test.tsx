// @vitest-environment jsdom
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { defineHeadlessTool } from "@/lib/headless";
import { headlessFailureSchema } from "@/lib/protocol";
import { chunk, eventually, gate, mountChat, press, type } from "../test-support/mount-chat";

function args(run: Parameters<typeof chunk>[0], text: string, start?: { id: string; name: string }): void {
  chunk(run, "m1", {
    tool_call_chunks: [{ index: 0, args: text, ...(start ?? { id: null, name: null }), type: "tool_call_chunk" }],
  });
}

async function ask(field: HTMLTextAreaElement): Promise<void> {
  type(field, "Go");
  press(field, "Enter");
}

describe("a tool call's card", () => {
  it("shows the arguments growing in their place, then the result, in the same card", async () => {
    const steps = [gate(), gate(), gate(), gate()] as const;
    const { field, find } = await mountChat(async (run) => {
      args(run, "", { id: "c1", name: "multiply" });
      args(run, '{"a": 3');
      await steps[0].opened;
      args(run, ', "b": 12');
      await steps[1].opened;
      args(run, "}");
      run.addMessages("agent", [
        { type: "ai", id: "m1", content: "", tool_calls: [{ id: "c1", name: "multiply", args: { a: 3, b: 12 } }] },
      ]);
      await steps[2].opened;
      run.addMessages("tools", [{ type: "tool", id: "t1", tool_call_id: "c1", name: "multiply", content: "36" }]);
    });
    await ask(field);
    const card = await find("article", "Multiply: Writing");
    const growing = () => [...card.querySelectorAll('[data-edge="growing"]')].map((edge) => edge.textContent);
    await eventually(() => expect(growing()).toEqual(["3"]));
    steps[0].open();
    await eventually(() => expect(growing()).toEqual(["12"]));
    expect(card.querySelector('[data-edge="settled"]')?.textContent).toBe("3");
    expect(card.textContent).not.toContain("36");

    steps[1].open();
    await find("article", "Multiply: On the server");
    expect(growing()).toEqual([]);
    steps[2].open();
    expect(await find("article", "Multiply: Done")).toBe(card);
    expect(card.textContent).toContain("3 × 12");
    expect(card.textContent).toContain("36");
  });

  it("draws the fields of any tool: growing, complete, nested", async () => {
    const end = gate();
    const { field, find } = await mountChat(async (run) => {
      args(run, "", { id: "c1", name: "create_booking" });
      args(run, '{"venue_id": "oficina-12", "hold": true, "attendees": ["Ana", "Yuk');
      await end.opened;
    });
    await ask(field);
    const card = await find("article", "Create booking: Writing");
    await eventually(() => expect(card.textContent).toContain("Yuk"));
    const rows = [...card.querySelectorAll("li")].map((row) => [row.dataset.state, row.firstElementChild?.textContent]);
    expect(rows).toEqual([
      ["complete", "venue_id (complete)oficina-12text"],
      ["complete", "hold (complete)trueyes or no"],
      ["growing", "attendees (growing)2 so farlist"],
      ["complete", "0 (complete)Anatext"],
      ["growing", "1 (growing)Yuktext"],
    ]);
    expect(card.querySelector('[data-edge="growing"]')?.textContent).toBe("Yuk");
    end.open();
  });

  it("keeps a place for what is not written yet", async () => {
    const end = gate();
    const { field, find } = await mountChat(async (run) => {
      args(run, "", { id: "c1", name: "draft_email" });
      args(run, '{"to": "ines@exam');
      await end.opened;
    });
    await ask(field);
    const card = await find("article", /^Draft email/);
    await eventually(() => expect(card.querySelector('[data-edge="growing"]')?.textContent).toBe("ines@exam"));
    const subject = [...card.querySelectorAll("dt")].find((label) => label.textContent === "Subject");
    expect(subject?.nextElementSibling?.className).toContain("tw-absent");
    end.open();
  });

  it("never puts growing text into a live region", async () => {
    const end = gate();
    const { field, find } = await mountChat(async (run) => {
      args(run, "", { id: "c1", name: "create_booking" });
      args(run, '{"venue_id": "oficina');
      await end.opened;
    });
    await ask(field);
    const card = await find("article", "Create booking: Writing");
    await eventually(() => expect(card.querySelector('[data-edge="growing"]')).not.toBeNull());
    expect(card.closest("[aria-live], [role=log], [role=status], [role=alert]")).toBeNull();
    expect(card.querySelector("[aria-live], [role=log], [role=status]")).toBeNull();
    end.open();
  });

  it("asks for consent with two buttons, runs on Approve, and says the result once", async () => {
    const tool = defineHeadlessTool({
      name: "get_location",
      title: "Your location",
      description: "Where the person is",
      reason: "To find you.",
      input: z.object({}),
    }).implement(() => ({ latitude: 38.7, longitude: -9.1, accuracy_m: 30 }));
    const { field, find, host, transport } = await mountChat(locationScript, { tools: [tool] });
    await ask(field);
    const card = await find("article", "Your location: Your decision");
    expect(card.textContent).toContain("To find you.");
    expect([...card.querySelectorAll("[data-decision]")].map((button) => button.textContent)).toEqual([
      "Approve",
      "Decline",
    ]);
    expect(host.querySelector('[aria-live="polite"]')?.textContent).toContain("Your location needs your decision.");
    (await find("[data-decision=approve]")).click();
    await find("article", "Your location: Done");
    expect(transport.started).toHaveLength(2);
    expect(card.textContent).toContain("38.7000° N");
    const said = [...host.querySelectorAll('[aria-live="polite"] p')].map((sentence) => sentence.textContent);
    expect(said.filter((sentence) => sentence?.startsWith("Your location: Done."))).toHaveLength(1);
  });

  it("tells the agent of a decline, without red", async () => {
    const tool = defineHeadlessTool({
      name: "get_location",
      title: "Your location",
      description: "Where the person is",
      reason: "To find you.",
      input: z.object({}),
    }).implement(() => {
      throw new Error("must not run");
    });
    const { field, find, transport } = await mountChat(locationScript, { tools: [tool] });
    await ask(field);
    (await find("[data-decision=decline]")).click();
    const card = await find("article", "Your location: Declined");
    expect(transport.started[1]?.command?.resume).toMatchObject({ ["b".repeat(32)]: { code: "tool_declined" } });
    expect(card.querySelector('[class*="error"]')).toBeNull();
  });

  it("is a row with its result when it comes from history, and unfolds", async () => {
    const { transport, field, find, host } = await mountChat(async (run) => {
      run.addMessages("agent", [
        { type: "ai", id: "m1", content: "", tool_calls: [{ id: "c1", name: "multiply", args: { a: 3, b: 12 } }] },
        { type: "tool", id: "t1", tool_call_id: "c1", name: "multiply", content: "36" },
      ]);
    });
    await ask(field);
    await eventually(() => expect(transport.threads.size).toBe(1));
    await find("article", "Multiply: Done");
    (await find("button", "New thread")).click();
    await eventually(() => expect(host.querySelector("article")).toBeNull());
    (await find(".tw-thread-row > button")).click();
    const row = await find("article", "Multiply: Done");
    const button = row.querySelector("button");
    expect(button?.getAttribute("aria-expanded")).toBe("false");
    expect(button?.textContent).toContain("3 × 12 = 36");
    button?.click();
    await eventually(() => expect(row.querySelector("h3")?.textContent).toBe("Multiply"));
  });
});

describe("the note on a cancelled call", () => {
  const STOPPED = "It was stopped while it ran; it may have done its work.";

  it("does not claim that a tool never ran that was stopped while it ran here", async () => {
    const started = gate();
    const tool = defineHeadlessTool({
      name: "get_location",
      title: "Your location",
      description: "x",
      reason: "x",
      input: z.object({}),
      policy: { consent: "auto", timeoutMs: 60_000, idempotent: false, needsGesture: false },
    }).implement(() => {
      started.open();
      return new Promise(() => {});
    });
    const { field, find } = await mountChat(locationScript, { tools: [tool] });
    await ask(field);
    await started.opened;
    await find("article", "Your location: In this tab");
    (await find("button", "Stop")).click();
    const card = await find("article", "Your location: Cancelled");
    expect(card.textContent).toContain(STOPPED);
    expect(card.textContent).not.toContain("It never ran");
  });

  it.each([
    [true, STOPPED],
    [false, "It never ran. What had been written stays."],
  ])("follows the server's word: mayHaveRun %s", async (mayHaveRun, note) => {
    const { field, find } = await mountChat((run) => {
      const call = { id: "c1", name: "multiply", args: { a: 3, b: 12 } };
      run.addMessages("agent", [{ type: "ai", id: "m1", content: "", tool_calls: [call] }]);
      run.addMessages("tools", [
        {
          type: "tool",
          id: "t1",
          tool_call_id: "c1",
          name: "multiply",
          content: "Closed: a new message came.",
          status: "error",
          additional_kwargs: { toolweave: { code: "tool_cancelled", mayHaveRun } },
        },
      ]);
    });
    await ask(field);
    const card = await find("article", "Multiply: Cancelled");
    expect(card.textContent).toContain(note);
    expect(card.textContent).not.toContain("Closed:"); // the model's sentence
  });
});

function locationScript(run: Parameters<typeof chunk>[0]): void {
  const id = "b".repeat(32);
  const answer = run.answerTo(id);
  if (answer === undefined) {
    const call = { id: "c1", name: "get_location", args: {} };
    run.addMessages("agent", [{ type: "ai", id: "m1", content: "", tool_calls: [call] }]);
    run.interrupt({ id, value: { type: "tool", toolCall: call } });
    return;
  }
  const failure = headlessFailureSchema.safeParse(answer).data;
  run.addMessages("tools", [
    {
      type: "tool",
      id: "t1",
      tool_call_id: "c1",
      name: "get_location",
      content: failure?.message ?? JSON.stringify(answer),
      status: failure ? "error" : "success",
      additional_kwargs: failure ? { toolweave: { code: failure.code } } : {},
    },
  ]);
}
