// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it } from "vitest";
import { chunk, eventually, gate, mountChat, press, type } from "../test-support/mount-chat";

/** What was put on the clipboard, which jsdom has not. */
let copied: string[] = [];
beforeEach(() => {
  copied = [];
  const clipboard = { writeText: async (text: string) => void copied.push(text) };
  Object.defineProperty(navigator, "clipboard", { value: clipboard, configurable: true });
});
afterEach(() => {
  Reflect.deleteProperty(navigator, "clipboard");
});

const CALLS: Readonly<Record<string, { args: object; result: string }>> = {
  draft_email: { args: { to: ["ines@example.com"], subject: "Picnic", body: "Come." }, result: '{"drafted":true}' },
  write_document: { args: { title: "Seats", type: "markdown", content: "# Seats" }, result: '{"written":true}' },
  make_table: { args: { title: "T", columns: [{ key: "a", label: "A" }], rows: [{ a: 1 }] }, result: '{"rows":1}' },
  make_chart: { args: { title: "C", kind: "bar", y_max: 5, points: [{ label: "x", value: 2 }] }, result: '{"ok":1}' },
  ask_form: { args: { title: "F", fields: [{ name: "who", label: "Who", type: "text" }] }, result: '{"who":"Ines"}' },
  show_place: { args: { name: "Lisbon", latitude: 38.7, longitude: -9.1 }, result: '{"shown":true}' },
  make_plan: { args: { title: "P", steps: [{ text: "Ask", status: "done" }] }, result: '{"steps":1}' },
  multiply: { args: { a: 3, b: 12 }, result: "36" },
  get_weather: { args: { city: "Lisbon" }, result: '{"city":"Lisbon","days":[]}' },
  no_view_of_its_own: { args: { n: 1 }, result: "plain words" },
};

it.each(Object.entries(CALLS))("of %s arguments and result are copied as JSON from its card", async (name, call) => {
  const { field, find } = await mountChat((run) => {
    const tool_calls = [{ id: "c1", name, args: call.args }];
    run.addMessages("agent", [{ type: "ai", id: "m1", content: "", tool_calls }]);
    run.addMessages("tools", [{ type: "tool", id: "t1", tool_call_id: "c1", name, content: call.result }]);
  });
  type(field, "Go");
  press(field, "Enter");
  const card = await find('article[data-phase="done"]');
  card.querySelector<HTMLElement>("button.tw-fold-row")?.click();
  const toggle = await find("article button", /^Copy as JSON: /);
  toggle.click();
  (await find("article button", "Copy arguments as JSON")).click();
  (await find("article button", "Copy result as JSON")).click();
  await eventually(() => expect(copied).toHaveLength(2));
  expect(JSON.parse(copied[0] ?? "")).toEqual(call.args);
  expect(copied[1]).toBe(isJson(call.result) ? JSON.stringify(JSON.parse(call.result), null, 2) : call.result);
  toggle.click();
  await eventually(() => expect(card.querySelector(".tw-copies")).toBeNull());
});

it("waits until a call is written, and then copies what came of it, also where that is no JSON", async () => {
  const end = gate();
  const { field, find } = await mountChat(async (run) => {
    chunk(run, "m1", {
      tool_call_chunks: [{ index: 0, id: "c1", name: "make_plan", args: '{"title": "Pic', type: "tool_call_chunk" }],
    });
    await end.opened;
    const invalid_tool_calls = [{ id: "c1", name: "make_plan", args: '{"title": "Pic' }];
    run.addMessages("agent", [{ type: "ai", id: "m1", content: "", invalid_tool_calls }]);
  });
  type(field, "Go");
  press(field, "Enter");
  const toggle = await find("article button", "Copy as JSON: Make plan");
  expect(toggle.matches(":disabled")).toBe(true);
  end.open();
  await find("article", "Make plan: Invalid arguments");
  await eventually(() => expect(toggle.matches(":disabled")).toBe(false));
  toggle.click();
  (await find("article button", "Copy arguments as JSON")).click();
  await eventually(() => expect(copied).toEqual(['{"title": "Pic']));
});

function isJson(text: string): boolean {
  return /^[{[\d"]/.test(text);
}
