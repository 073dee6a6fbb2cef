// @vitest-environment jsdom
import { expect, it } from "vitest";
import { chunk, eventually, gate, mountChat, press, type } from "../../test-support/mount-chat";

type Run = Parameters<typeof chunk>[0];

function write(run: Run, text: string, name?: string): void {
  const start = name === undefined ? { id: null, name: null } : { id: "c1", name };
  chunk(run, "m1", { tool_call_chunks: [{ index: 0, args: text, ...start, type: "tool_call_chunk" }] });
}

/** A call of a tool, written in pieces; each `next` writes one more, the last of them answers the call. */
async function watch(name: string, pieces: readonly string[], result = "{}") {
  const gates = [...pieces, ""].map(gate);
  const args = pieces.join("");
  const chat = await mountChat(async (run) => {
    write(run, "", name);
    for (const [index, piece] of pieces.entries()) {
      write(run, piece);
      await gates[index]?.opened;
    }
    run.addMessages("agent", [
      { type: "ai", id: "m1", content: "", tool_calls: [{ id: "c1", name, args: JSON.parse(args) }] },
    ]);
    run.addMessages("tools", [{ type: "tool", id: "t1", tool_call_id: "c1", name, content: result }]);
  });
  type(chat.field, "Go");
  press(chat.field, "Enter");
  const card = await chat.find("article");
  let written = 0;
  return {
    ...chat,
    card,
    next: () => gates[written++]?.open(),
    growing: () => [...card.querySelectorAll('[data-edge="growing"]')].map((edge) => edge.textContent),
    isDone: () => eventually(() => expect(card.dataset.phase).toBe("done")),
  };
}

it("a chart draws its points as their numbers are complete, on a scale that does not move", async () => {
  const { card, next, isDone } = await watch("make_chart", [
    '{"title": "Rain", "kind": "bar", "y_max": 100, "points": [{"label": "Jan", "value": 38}, {"label": "Feb", "value": 5',
    "2}]}",
  ]);
  const points = () => [...card.querySelectorAll<HTMLElement>("[data-point]")].map((point) => point.dataset.point);
  const scale = () => card.querySelector(".tw-chart-scale")?.textContent;
  await eventually(() => expect(points().slice(0, 3)).toEqual(["bar", "growing", "absent"]));
  expect(points()).toHaveLength(12); // places for a year: the bars that stand move for none that comes
  const before = scale();
  next();
  next();
  await isDone();
  expect(points()).toEqual(["bar", "bar"]);
  expect(scale()).toBe(before);
  expect(card.querySelector("[role=img]")?.getAttribute("aria-label")).toBe("Rain: 2 points, from 38 to 52");
});

it("a plan says of each step in words what is done", async () => {
  const { card, next, isDone } = await watch("make_plan", [
    '{"title": "Picnic", "steps": [{"text": "Ask", "status": "done"}, {"text": "Ba',
    'ke", "status": "doing"}, {"text": "Go", "status": "todo"}]}',
  ]);
  const steps = () => [...card.querySelectorAll("li[data-status]")].map((step) => step.textContent);
  await eventually(() => expect(steps()).toEqual(["Done: Ask", "To do: Ba"]));
  next();
  next();
  await isDone();
  expect(steps()).toEqual(["Done: Ask", "Doing: Bake", "To do: Go"]);
  expect(card.textContent).toContain("1 of 3 done");
});

it("a place has its point once both numbers are whole, and a link that asks nobody before it is pressed", async () => {
  const { card, next, isDone } = await watch("show_place", [
    '{"name": "Lisbon", "latitude": 38.7223, "longitude": -9',
    ".1393}",
  ]);
  await eventually(() => expect(card.textContent).toContain("Lisbon"));
  expect(card.querySelector("svg[data-point]")).toBeNull();
  next();
  next();
  await isDone();
  expect(card.querySelector("svg[data-point]")).not.toBeNull();
  expect(card.textContent).toContain("38.7223° N 9.1393° W");
  const link = card.querySelector("a");
  expect(link?.href).toContain("openstreetmap.org/?mlat=38.7223&mlon=-9.1393");
  expect(link?.rel).toContain("noreferrer");
});

it("a table sorts up, down and back once it is written, numbers as numbers", async () => {
  const { card, find, next, isDone } = await watch("make_table", [
    '{"title": "T", "columns": ["name", "size"], "rows": [{"name": "b", "size": 9}, {"name": "a", "size": 10}',
    ', {"name": "c"}]}',
  ]);
  const names = () => [...card.querySelectorAll("tbody tr td:first-child")].map((cell) => cell.textContent);
  await eventually(() => expect(names()).toEqual(["b", "a", ""]));
  expect(card.querySelector("th button")).toBeNull();
  next();
  next();
  await isDone();
  expect(names()).toEqual(["b", "a", "c"]);
  const heads = () => [...card.querySelectorAll("th")].map((head) => head.getAttribute("aria-sort"));
  const press = async (text: string) => (await find("th button", text)).click();
  await press("Size");
  await eventually(() => expect(names()).toEqual(["b", "a", "c"]));
  expect(heads()).toEqual([null, "ascending"]);
  await press("Size");
  await eventually(() => expect(names()).toEqual(["a", "b", "c"]));
  await press("Size");
  await eventually(() => expect(heads()).toEqual([null, null]));
  expect(names()).toEqual(["b", "a", "c"]);
});

it("a draft that is done opens in the person's own mail program, whatever stands in it", async () => {
  const { card, next, isDone } = await watch("draft_email", [
    '{"to": "ines@example.com", "subject": "Sat & Sun", "body": "Dear',
    ' Ines,\\n100 %?"}',
  ]);
  await eventually(() => expect(card.textContent).toContain("Dear"));
  expect(card.querySelector("a")).toBeNull();
  next();
  next();
  await isDone();
  expect(card.querySelector("a")?.href).toBe(
    "mailto:ines@example.com?subject=Sat%20%26%20Sun&body=Dear%20Ines%2C%0D%0A100%20%25%3F",
  );
});

it("a form appears field by field and cannot be filled before it is whole", async () => {
  const { card, growing, next } = await watch("ask_form", [
    '{"title": "Picnic", "fields": [{"name": "day", "label": "Which d',
    'ay?", "kind": "choice", "options": ["Saturday", "Sunday"], "required": true}, {"name": "n", "label": "Guests", "kind": "number"}]}',
  ]);
  await eventually(() => expect(growing()).toEqual(["Which d"]));
  expect(card.querySelector("fieldset")?.disabled).toBe(true);
  next();
  await eventually(() => expect(card.querySelectorAll("option")).toHaveLength(3));
  expect([...card.querySelectorAll("label")].map((label) => label.htmlFor)).toEqual(
    [...card.querySelectorAll("select, input")].map((control) => control.id),
  );
  expect(card.querySelector("input")?.type).toBe("number");
  expect(card.querySelector("button[type=submit]")).toBeNull();
});

it("whatever a model writes in place of what a view expects, the card stands", async () => {
  for (const name of [
    "make_chart",
    "make_plan",
    "show_place",
    "make_table",
    "draft_email",
    "ask_form",
    "write_document",
  ]) {
    const wrong =
      '{"title": 7, "points": "none", "steps": {"a": 1}, "fields": [null, 3], "rows": "x", "columns": 2, "content": []}';
    const { card, next, isDone } = await watch(name, [wrong]);
    next();
    await isDone();
    expect(card.querySelector("h3")).not.toBeNull();
  }
});
