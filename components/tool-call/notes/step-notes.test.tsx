// @vitest-environment jsdom
import { expect, it } from "vitest";
import { chunk, eventually, gate, mountChat, press, type } from "../../test-support/mount-chat";

type Run = Parameters<typeof chunk>[0];

async function play(script: (run: Run) => Promise<void> | void) {
  const chat = await mountChat(script);
  type(chat.field, "Go");
  press(chat.field, "Enter");
  /** What the conversation says, step by step. */
  const steps = () =>
    [...chat.host.querySelectorAll<HTMLElement>("[data-message], .tw-notes > li")].map((step) =>
      step.dataset.message === undefined ? `· ${step.textContent}` : (step.querySelector("p")?.textContent ?? ""),
    );
  return { ...chat, steps };
}

const within = (ns: string, id: string, content: string) =>
  [
    `messages|${ns}`,
    [
      { type: "AIMessageChunk", id, content },
      { langgraph_node: "think", langgraph_checkpoint_ns: `${ns}|think:1` },
    ],
  ] as const;

it("what a graph writes about no call stands where it came, the newest in its words and all of it behind them", async () => {
  const answer = gate();
  const { steps, find, host } = await play(async (run) => {
    run.emit("custom", { type: "note", text: "Reading the catalogue" });
    run.emit("custom", { type: "rows_read", rows: 40 });
    await answer.opened;
    chunk(run, "a1", { content: "Two looms fit." });
    run.addMessages("agent", [{ type: "ai", id: "a1", content: "Two looms fit." }]);
    run.emit("custom", "filed");
  });
  await eventually(() => expect(steps()).toEqual(["Go", "· Rows read· 2 reports"]));
  answer.open();
  await eventually(() => expect(steps()).toEqual(["Go", "· Rows read· 2 reports", "Two looms fit.", "· filed"]));
  const row = await find(".tw-notes button", /^Rows read/);
  expect(row.getAttribute("aria-expanded")).toBe("false");
  row.click();
  const block = await find(".tw-notes pre");
  expect(JSON.parse(block.textContent ?? "")).toEqual([
    { type: "note", text: "Reading the catalogue" },
    { type: "rows_read", rows: 40 },
  ]);
  expect(host.querySelector("[aria-live] .tw-notes")).toBeNull();
});

it("a graph that is a node says where it began and how it stands; its words are the thread's", async () => {
  const end = gate();
  const { steps } = await play(async (run) => {
    run.emit(...within("planner:1", "p1", "First the warp."));
    await end.opened;
    run.addMessages("planner", [{ type: "ai", id: "p1", content: "First the warp." }]);
  });
  await eventually(() => expect(steps()).toEqual(["Go", "· planner · at work", "First the warp."]));
  end.open();
  await eventually(() => expect(steps()).toEqual(["Go", "· planner · done", "First the warp."]));
});

it("of an agent that a tool began, and of whose call nothing is known, the words are shown where it began", async () => {
  const end = gate();
  const { host, find } = await play(async (run) => {
    run.emit(...within("tools:1", "t1", "Measuring."));
    run.emit("custom|tools:1", { text: "3 m so far" });
    await end.opened;
  });
  await find(".tw-notes button", /^tools · at work/);
  await eventually(() => expect(host.querySelector(".tw-notes")?.textContent).toMatch(/Measuring\.3 m so far$/));
  end.open();
});

it("what a tool gives before its result stands in its card", async () => {
  const { find } = await play((run) => {
    run.addMessages("agent", [
      { type: "ai", id: "m1", content: "", tool_calls: [{ id: "c1", name: "multiply", args: { a: 3, b: 12 } }] },
    ]);
    run.emit("custom", { type: "row", tool_call_id: "c1", text: "carried 3" });
    run.addMessages("tools", [{ type: "tool", id: "t1", tool_call_id: "c1", name: "multiply", content: "36" }]);
  });
  const card = await find('article[data-phase="done"]');
  card.querySelector<HTMLElement>("[data-fold][aria-expanded=false]")?.click();
  (await find("article button", "carried 3")).click();
  expect((await find("article pre")).textContent).toContain('"tool_call_id": "c1"');
});
