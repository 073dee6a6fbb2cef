// @vitest-environment jsdom
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { ToolweaveError } from "@/lib/errors";
import { defineHeadlessTool, type HeadlessPolicy } from "@/lib/headless";
import type { MemoryRun } from "@/lib/transport";
import { chunk, eventually, mountChat, press, type } from "../test-support/mount-chat";

const ARGS = { place: "there", depth: 2 };

type Options = { args?: typeof ARGS; policy?: Partial<HeadlessPolicy>; review?: object; clicksSpent?: number };

/** An agent that wants one call of `look_up`, in this browser or (with `review`) on the server; `heard` is its answer. */
async function setUp({ args: written = ARGS, policy = {}, review, clicksSpent = 0 }: Options = {}) {
  const heard: unknown[] = [];
  const runs: unknown[] = [];
  const tool = defineHeadlessTool({
    name: "look_up",
    title: "Look up",
    description: "Looks up",
    reason: "It looks a place up.",
    input: z.object({ place: z.string().min(3, "At least three letters."), depth: z.number().max(9) }),
    policy,
  }).implement((args) => {
    runs.push(args);
    if (runs.length <= clicksSpent) throw new ToolweaveError("gesture_spent", "The browser wants a click.");
    return { found: args.place };
  });
  const script = (run: MemoryRun) => {
    const resume = run.request.command?.resume as Record<string, unknown> | undefined;
    if (resume !== undefined) {
      heard.push(resume.i1);
      return;
    }
    const call = { id: "c1", name: "look_up", args: written };
    chunk(run, "m1", {
      tool_call_chunks: [{ index: 0, ...call, args: JSON.stringify(written), type: "tool_call_chunk" }],
    });
    run.addMessages("agent", [{ type: "ai", id: "m1", content: "", tool_calls: [call] }]);
    run.interrupt({ id: "i1", value: review ?? { type: "tool", toolCall: call } });
  };
  const chat = await mountChat(script, { tools: [tool] });
  type(chat.field, "Go");
  press(chat.field, "Enter");
  const card = await chat.find("article", `Look up: ${policy.needsGesture ? "Needs your click" : "Your decision"}`);
  return { ...chat, card, heard, runs };
}

const decide = (card: HTMLElement, name: "approve" | "decline") =>
  card.querySelector<HTMLButtonElement>(`[data-decision=${name}]`);

function fieldOf(card: HTMLElement, label: string): HTMLTextAreaElement {
  const found = [...card.querySelectorAll("label")].find((element) => element.textContent === label);
  return document.getElementById(found?.htmlFor ?? "") as HTMLTextAreaElement;
}

const button = (card: HTMLElement, name: string) =>
  [...card.querySelectorAll("button")].find((element) => element.textContent === name);

describe("editing the arguments", () => {
  it("shows faults at the field, runs with the person's arguments, and shows the difference before and after", async () => {
    const { card, runs, heard, find } = await setUp();
    button(card, "Edit")?.click();
    await eventually(() => expect(fieldOf(card, "Place").value).toBe("there"));
    type(fieldOf(card, "Place"), "x");
    await eventually(() => expect(card.textContent).toContain("At least three letters."));
    expect(fieldOf(card, "Place").getAttribute("aria-invalid")).toBe("true");
    expect(decide(card, "approve")?.disabled).toBe(true);

    type(fieldOf(card, "Place"), "here");
    type(fieldOf(card, "Depth"), "3");
    await eventually(() => expect(decide(card, "approve")?.textContent).toBe("Approve with 2 changes"));
    await eventually(() => expect(decide(card, "approve")?.disabled).toBe(false));
    expect([...card.querySelectorAll("del, ins")].map((element) => element.textContent)).toEqual([
      "was there",
      "now here",
      "was 2",
      "now 3",
    ]);
    decide(card, "approve")?.click();
    const edited_args = { place: "here", depth: 3 };
    await eventually(() =>
      expect(heard).toEqual([{ type: "toolweave.edited_result", value: { found: "here" }, edited_args }]),
    );
    expect(runs).toEqual([edited_args]);
    const done = await find("article", "Look up: Done");
    expect(done.textContent).toContain("You changed 2 arguments");
    expect([...done.querySelectorAll("ins")].map((element) => element.textContent)).toEqual(["now here", "now 3"]);
  });

  it("takes the arguments as JSON too, and says what does not fit", async () => {
    const { card, runs } = await setUp();
    button(card, "Edit")?.click();
    await eventually(() => expect(button(card, "As JSON")).toBeDefined());
    button(card, "As JSON")?.click();
    const json = () => card.querySelector<HTMLTextAreaElement>("textarea[aria-label='Arguments as JSON']");
    await eventually(() => expect(JSON.parse(json()?.value ?? "")).toEqual(ARGS));
    const area = json() as HTMLTextAreaElement;
    type(area, '{"place": "here"');
    await eventually(() => expect(card.textContent).toContain("This is not valid JSON."));
    type(area, '{"place": "here", "depth": 10}');
    await eventually(() => expect(card.querySelector("[role=alert]")?.textContent).toMatch(/^depth: /));
    type(area, '{"place": "here", "depth": 1}');
    await eventually(() => expect(decide(card, "approve")?.disabled).toBe(false));
    decide(card, "approve")?.click();
    await eventually(() => expect(runs).toEqual([{ place: "here", depth: 1 }]));
  });

  it("that is dropped runs what the model wrote", async () => {
    const { card, runs, heard } = await setUp();
    button(card, "Edit")?.click();
    await eventually(() => expect(fieldOf(card, "Place").value).toBe("there"));
    type(fieldOf(card, "Place"), "x");
    // A name that says what a press does next is no state that is pressed.
    expect(button(card, "Drop the edit")?.hasAttribute("aria-pressed")).toBe(false);
    button(card, "Drop the edit")?.click();
    await eventually(() => expect(decide(card, "approve")?.disabled).toBe(false));
    decide(card, "approve")?.click();
    await eventually(() => expect(heard).toEqual([{ found: "there" }]));
    expect(runs).toEqual([ARGS]);
  });
});

it("arguments that the person puts back to the model's, after a click that was spent, run as the model wrote them", async () => {
  const { card, heard, runs } = await setUp({ policy: { needsGesture: true }, clicksSpent: 1 });
  button(card, "Edit")?.click();
  await eventually(() => expect(fieldOf(card, "Place")).not.toBeNull());
  type(fieldOf(card, "Place"), "here");
  await eventually(() => expect(decide(card, "approve")?.textContent).toContain("1 change"));
  await eventually(() => expect(decide(card, "approve")?.disabled).toBe(false));
  decide(card, "approve")?.click();
  await eventually(() => expect(runs).toEqual([{ place: "here", depth: 2 }]));
  await eventually(() => expect(button(card, "Drop the edit")).toBeDefined());
  type(fieldOf(card, "Place"), "there");
  await eventually(() => expect(decide(card, "approve")?.disabled).toBe(false));
  decide(card, "approve")?.click();
  await eventually(() => expect(heard).toEqual([{ found: "there" }]));
  expect(runs.at(-1)).toEqual(ARGS);
});

it("a tool that runs from a click says why the agent wants it, as one that asks does", async () => {
  const { card } = await setUp({ policy: { needsGesture: true } });
  expect(card.textContent).toContain("It looks a place up.");
  expect(card.textContent).toContain("Your browser allows this only right after a click.");
});

it("a decline with a reason tells the agent the reason", async () => {
  const { card, heard, runs } = await setUp();
  button(card, "Say why not")?.click();
  const box = () => card.querySelector<HTMLTextAreaElement>("textarea[aria-label^='Why not?']");
  await eventually(() => expect(box()).not.toBeNull());
  type(box() as HTMLTextAreaElement, "not today");
  press(box() as HTMLTextAreaElement, "Enter");
  await eventually(() =>
    expect(heard).toEqual([
      expect.objectContaining({ code: "tool_declined", message: expect.stringContaining("not today") }),
    ]),
  );
  expect(runs).toEqual([]);
});

it("words that are not given after all leave the focus on what opened them", async () => {
  const { card } = await setUp();
  button(card, "Say why not")?.click();
  await eventually(() => expect(document.activeElement?.getAttribute("aria-label")).toMatch(/^Why not/));
  press(document.activeElement as Element, "Escape");
  await eventually(() => expect(button(card, "Say why not")).toBeDefined());
  expect(document.activeElement).toBe(button(card, "Say why not"));
});

it("a lasting yes is announced on the card, listed below the threads, and taken back there", async () => {
  const { card, heard, host, find } = await setUp({ policy: { consent: "ask-once" } });
  expect(card.textContent).toContain("Your yes is remembered");
  decide(card, "approve")?.click();
  await eventually(() => expect(heard).toHaveLength(1));
  (await find("button", "1 tool runs without asking")).click();
  const again = await find("button", "Ask again before Look up runs");
  again.focus();
  again.click();
  await eventually(() => expect(host.textContent).not.toContain("runs without asking"));
  expect(document.activeElement).toBe(await find("nav button", "New thread"));
});

describe("a server tool under review", () => {
  const review = (...allowedDecisions: string[]) => ({
    actionRequests: [{ name: "look_up", args: ARGS, description: "It reads the archive." }],
    reviewConfigs: [{ actionName: "look_up", allowedDecisions }],
  });

  it("has the same card, with the server's sentence and only what it allows", async () => {
    const { card, heard } = await setUp({ review: review("approve", "reject") });
    expect(card.textContent).toContain("It reads the archive.");
    expect(button(card, "Edit")).toBeUndefined();
    expect(button(card, "Answer yourself")).toBeUndefined();
    decide(card, "approve")?.click();
    await eventually(() => expect(heard).toEqual([{ decisions: [{ type: "approve" }] }]));
  });

  it("takes an answer in the tool's place where that is allowed", async () => {
    const { card, heard } = await setUp({ review: review("approve", "respond") });
    button(card, "Answer yourself")?.click();
    const box = () =>
      card.querySelector<HTMLTextAreaElement>("textarea[aria-label='Your answer in the tool\\'s place']");
    await eventually(() => expect(box()).not.toBeNull());
    type(box() as HTMLTextAreaElement, "It is in Lisbon.");
    button(card, "Answer")?.click();
    await eventually(() => expect(heard).toEqual([{ decisions: [{ type: "respond", message: "It is in Lisbon." }] }]));
  });
});

describe("a value with characters that nobody would see", () => {
  const HIDDEN = /[\u202e\u202c\u200b]/;
  const args = { place: "Pay \u202e000,1\u202c EUR to Ana\u200b", depth: 2 };

  it("is shown as what it is where it is approved, and runs as it was written", async () => {
    const { card, runs } = await setUp({ args });
    expect(card.textContent).toContain("Pay U+202E000,1U+202C EUR to AnaU+200B");
    expect(card.textContent).not.toMatch(HIDDEN);
    decide(card, "approve")?.click();
    await eventually(() => expect(runs).toEqual([args]));
  });

  it("is so in the changes of an edit too", async () => {
    const { card } = await setUp({ args });
    button(card, "Edit")?.click();
    await eventually(() => expect(fieldOf(card, "Place").value).toBe(args.place));
    type(fieldOf(card, "Place"), "evil\u202etxt.exe");
    await eventually(() =>
      expect([...card.querySelectorAll("del, ins")].map((element) => element.textContent)).toEqual([
        "was Pay U+202E000,1U+202C EUR to AnaU+200B",
        "now evilU+202Etxt.exe",
      ]),
    );
  });
});
