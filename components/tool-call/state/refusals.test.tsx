// @vitest-environment jsdom
import { expect, it } from "vitest";
import { chunk, eventually, gate, mountChat, press, type } from "../../test-support/mount-chat";

type Refused = {
  readonly code: string;
  readonly words: string;
  readonly broken?: string;
  readonly call?: { readonly name: string; readonly title: string; readonly args: Record<string, unknown> };
};

const LOOK_UP = { name: "look_up", title: "Look up", args: { query: "looms" } };

async function cardOf({ code, words, broken, call: { name, title, args } = LOOK_UP }: Refused, state: string) {
  const seen = gate();
  const { field, find, host } = await mountChat(async (run) => {
    const piece = {
      index: 0,
      id: "c1",
      name,
      args: broken ?? JSON.stringify(args),
      type: "tool_call_chunk",
    };
    chunk(run, "m1", { tool_call_chunks: [piece] });
    await seen.opened;
    const call = { id: "c1", name, args };
    const invalid_tool_calls = broken === undefined ? [] : [{ id: "c1", name, args: broken, error: "x" }];
    run.addMessages("agent", [{ type: "ai", id: "m1", content: "", tool_calls: [call], invalid_tool_calls }]);
    run.addMessages("tools", [
      {
        ...{ type: "tool", id: "t1", tool_call_id: "c1", name, content: words, status: "error" },
        additional_kwargs: { toolweave: { code } },
      },
    ]);
  });
  type(field, "Go");
  press(field, "Enter");
  await find("article", `${title}: Writing`);
  seen.open();
  const card = await find("article", `${title}: ${state}`);
  return { card, said: () => host.querySelector('[aria-live="polite"]')?.textContent ?? "" };
}

it.each([
  [
    "a name that no tool has",
    { code: "tool_unknown", words: "Error: look_up is not a valid tool, try one of [add]." },
    "Failed",
    /^There is no tool called look_up, so nothing ran\./,
  ],
  [
    "arguments that are not whole",
    { code: "tool_input_invalid", words: "The arguments of this call ended early.", broken: '{"query": "loo' },
    "Invalid arguments",
    /^The agent did not write this call to its end, so nothing ran\./,
  ],
  [
    "a decline",
    { code: "tool_declined", words: "The person declined this call." },
    "Declined",
    /^The agent was told that you declined\.$/,
  ],
  [
    "a decline with its reason",
    { code: "tool_declined", words: "The person declined this call: not today" },
    "Declined",
    /^The agent was told that you declined: “not today”$/,
  ],
] as const)("%s is told in words for the person, on the card and aloud", async (_, refused, state, sentence) => {
  const { card, said } = await cardOf(refused, state);
  await eventually(() => expect(said()).toContain(`Look up: ${state}.`));
  const lines = [...card.querySelectorAll("p, div")].map(({ textContent }) => textContent ?? "");
  expect(lines.some((line) => sentence.test(line))).toBe(true);
  expect(`${card.textContent} ${said()}`).not.toContain(refused.words);
  expect([...card.querySelectorAll("button")].some(({ textContent }) => textContent === "Run again")).toBe(false);
});

it("what did not fit about arguments is seen when it is asked for", async () => {
  const words = "The arguments do not fit the tool: query: too short";
  const { card, said } = await cardOf({ code: "tool_input_invalid", words }, "Failed");
  expect(card.textContent).toContain("What the agent wrote does not fit this tool, so nothing ran.");
  expect(`${card.textContent} ${said()}`).not.toContain(words);
  const told = [...card.querySelectorAll("button")].find((button) => button.textContent === "What the agent was told");
  told?.click();
  await eventually(() => expect(card.textContent).toContain(words));
});

it("the words of a tool that failed or was left are its own", async () => {
  const words = "The person closed the dialog without choosing a file.";
  expect((await cardOf({ code: "tool_declined", words }, "Declined")).card.textContent).toContain(words);
  expect((await cardOf({ code: "tool_failed", words: "No signal." }, "Failed")).card.textContent).toContain(
    "No signal.",
  );
});

it("what a view has no place for is seen where it was refused, and no time is said of what never ran", async () => {
  const place = {
    name: "show_place",
    title: "Show place",
    args: { name: "Nowhere", latitude: 123.5, longitude: ["east"] },
  };
  const { card } = await cardOf({ code: "tool_input_invalid", words: "latitude: too big", call: place }, "Failed");
  expect(card.textContent).toContain("123.5");
  expect(card.textContent).toContain("east");
  expect(card.textContent).not.toMatch(/Failed after/);
});

it("a sum that was refused waits for no result", async () => {
  const sum = { name: "add", title: "Add", args: { a: 1, b: "x" } };
  const { card } = await cardOf({ code: "tool_input_invalid", words: "b: no number", call: sum }, "Failed");
  expect(card.textContent).not.toContain("…");
});
