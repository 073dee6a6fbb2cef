// @vitest-environment jsdom
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { defineHeadlessTool } from "@/lib/headless";
import type { MemoryRun } from "@/lib/transport";
import { eventually, gate, mountChat, press, type } from "../test-support/mount-chat";

const NAME = "Look up needs your decision";

type Options = { widthPx?: number; calls?: readonly string[]; typed?: string };

/** An agent that wants calls of `look_up`, on a phone; `heard` are its answers. `typed` stands in the composer by then. */
async function setUp({ widthPx = 390, calls = ["c1"], typed = "" }: Options = {}) {
  const heard: unknown[] = [];
  const asks = gate();
  const tool = defineHeadlessTool({
    name: "look_up",
    title: "Look up",
    description: "Looks up",
    reason: "It looks a place up.",
    input: z.object({ place: z.string() }),
  }).implement(({ place }) => ({ found: place }));
  const chat = await mountChat(
    async (run: MemoryRun) => {
      const resume = run.request.command?.resume as Record<string, unknown> | undefined;
      if (resume !== undefined) {
        heard.push(resume);
        return;
      }
      await asks.opened;
      const tool_calls = calls.map((id) => ({ id, name: "look_up", args: { place: id } }));
      run.addMessages("agent", [{ type: "ai", id: "m1", content: "", tool_calls }]);
      for (const call of tool_calls) run.interrupt({ id: `i-${call.id}`, value: { type: "tool", toolCall: call } });
    },
    { tools: [tool], widthPx },
  );
  type(chat.field, "Go");
  press(chat.field, "Enter");
  chat.field.focus();
  if (typed !== "") type(chat.field, typed);
  asks.open();
  const card = await chat.find("article", "Look up: Your decision");
  const sheet = () => chat.host.querySelector<HTMLElement>(`[role=dialog][aria-label="${NAME}"]`);
  const opened = () =>
    eventually(() => {
      const found = sheet();
      if (found === null) throw new Error("no sheet");
      return found;
    });
  const reopen = () => [...card.querySelectorAll("button")].find((button) => button.textContent === "Decide");
  return { ...chat, card, heard, sheet, opened, reopen };
}

const decide = (inside: HTMLElement, name: "approve" | "decline") =>
  inside.querySelector<HTMLButtonElement>(`[data-decision=${name}]`);

describe("on a phone, a call that waits for the person", () => {
  it("is a modal sheet with the focus; what lies below is out of reach; after the decision the focus is on its card", async () => {
    const { opened, sheet, host, card, heard } = await setUp();
    const dialog = await opened();
    expect(document.activeElement).toBe(dialog);
    expect(dialog.getAttribute("aria-modal")).toBe("true");
    expect(dialog.textContent).toContain("It looks a place up.");
    expect(host.querySelector(".tw-main")?.hasAttribute("inert")).toBe(true);
    expect(decide(card, "approve")).toBeNull();
    const names = [...dialog.querySelectorAll("[data-decision]")].map((button) => button.textContent);
    expect(names).toEqual(["Decline", "Approve"]);
    decide(dialog, "approve")?.click();
    await eventually(() => expect(heard).toEqual([{ "i-c1": { found: "c1" } }]));
    await eventually(() => expect(sheet()).toBeNull());
    expect(host.querySelector(".tw-main")?.hasAttribute("inert")).toBe(false);
    expect(document.activeElement).toBe(card);
  });

  it("is not declined by Esc: the sheet closes, nothing is stopped, and its card opens it again", async () => {
    const { opened, sheet, card, heard, reopen } = await setUp();
    press(await opened(), "Escape");
    await eventually(() => expect(document.activeElement).toBe(card));
    for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve)); // it stays closed
    expect(sheet()).toBeNull();
    expect(card.getAttribute("aria-label")).toBe("Look up: Your decision");
    expect(document.activeElement).toBe(card);
    expect(heard).toEqual([]);
    reopen()?.click();
    decide(await opened(), "decline")?.click();
    await eventually(() => expect(heard).toEqual([{ "i-c1": expect.objectContaining({ code: "tool_declined" }) }]));
  });

  it("is found from the line above the composer, also when its sheet was closed", async () => {
    const { opened, sheet, find, reopen } = await setUp();
    press(await opened(), "Escape");
    await eventually(() => expect(sheet()).toBeNull());
    (await find("button", "Go to it")).click();
    expect(document.activeElement).toBe(reopen());
  });

  it("waits while words are being typed, and comes when they are gone", async () => {
    const { opened, sheet, field, reopen } = await setUp({ typed: "But first" });
    await eventually(() => expect(reopen()).toBeDefined());
    expect(sheet()).toBeNull();
    expect(document.activeElement).toBe(field);
    type(field, "");
    const dialog = await opened();
    expect(document.activeElement).toBe(dialog);
  });

  it("comes when the field is left, and takes nothing of what was typed", async () => {
    const { opened, sheet, field, reopen } = await setUp({ typed: "But first" });
    await eventually(() => expect(reopen()).toBeDefined());
    expect(sheet()).toBeNull();
    field.blur();
    await opened();
    expect(field.value).toBe("But first");
  });

  it("comes one after the other; closing puts off all that wait", async () => {
    const { opened, sheet, host, heard } = await setUp({ calls: ["c1", "c2"] });
    const first = await opened();
    expect(first.textContent).toContain("c1");
    decide(first, "approve")?.click();
    await eventually(() => expect(sheet()?.textContent).toContain("c2"));
    press(await opened(), "Escape");
    await eventually(() => expect(sheet()).toBeNull());
    expect(host.querySelectorAll('article[data-phase="consent"]')).toHaveLength(1);
    expect(heard).toEqual([{ "i-c1": { found: "c1" } }]);
  });
});

it("in a wide container a call is decided in its card, and the focus stays where it was", async () => {
  const { card, sheet, field } = await setUp({ widthPx: 1280 });
  await eventually(() => expect(decide(card, "approve")).not.toBeNull());
  expect(sheet()).toBeNull();
  expect(document.activeElement).toBe(field);
});
