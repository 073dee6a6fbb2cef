import { type AIMessage, type BaseMessage, isAIMessage } from "@langchain/core/messages";
import { Command, InMemoryStore, MemorySaver } from "@langchain/langgraph";
import { createAgent } from "langchain";
import { describe, expect, test } from "vitest";
import { DemoChatModel } from "@/lib/server/models";
import config from "@/toolweave.config";
import { SCENARIOS } from "./scenario-list";

/** What the browser answers to each of its tools. */
type BrowserAnswers = Readonly<Record<string, unknown>>;

const HERE = { latitude: 38.7223, longitude: -9.1393, accuracy_m: 12.4 };
const NOTE = { id: 1, text: "the milk", saved_at: "2026-01-01T00:00:00Z" };
const TABLE = {
  file_id: "file_1",
  name: "sales.csv",
  size_bytes: 40,
  columns: ["month", "note", "sales"],
  row_count: 2,
  rows: [["May", "", "12"]],
  is_cut: true,
};
const WORKING: BrowserAnswers = {
  get_location: HERE,
  save_note: NOTE,
  list_notes: { notes: [NOTE] },
  write_clipboard: { copied_characters: 16 },
  read_clipboard: { text: "see you" },
  open_local_file: TABLE,
  draw_chart: { points: 2, skipped_rows: 0, least: 12, greatest: 30 },
  save_file: { name: "picnic.md", size_bytes: 55 },
  show_notification: { is_shown: true },
  send_email: { is_opened: true },
  speak: { spoken_characters: 3 },
  set_theme: { theme: "dark", was: "system" },
  get_device_info: {
    time_zone: "Europe/Lisbon",
    local_time: "2026-01-01T09:30:00+00:00",
    languages: ["en"],
    screen: { width_px: 1, height_px: 1 },
    window: { width_px: 1, height_px: 1 },
    pixel_ratio: 1,
    prefers_dark: false,
    has_touch: false,
  },
};
const DECLINED = { type: "toolweave.tool_error", code: "tool_declined", message: "The person declined." };

/** Runs one question to its end; headless calls are answered all at once, as the page does. */
async function ask(question: string, answers: BrowserAnswers = WORKING) {
  const definition = config.agents.agent;
  if (!definition || !("tools" in definition)) throw new Error("The demo agent is an agent with tools");
  const agent = createAgent({
    model: new DemoChatModel({ chunksPerSecond: 0 }),
    tools: definition.tools,
    systemPrompt: definition.prompt,
    checkpointer: new MemorySaver(),
    store: new InMemoryStore(),
  });
  const thread = { configurable: { thread_id: "1" } };
  let state = await agent.invoke({ messages: [{ role: "user", content: question }] }, thread);
  for (let round = 0; state.__interrupt__?.length && round < 5; round += 1) {
    const resume = Object.fromEntries(
      state.__interrupt__.map(({ id, value }) => {
        const name = (value as { toolCall: { name: string } }).toolCall.name;
        return [id ?? "", answers[name]];
      }),
    );
    state = await agent.invoke(new Command({ resume }), thread);
  }
  const messages: BaseMessage[] = state.messages;
  const answersOfModel = messages.filter((message): message is AIMessage => isAIMessage(message));
  return {
    calls: answersOfModel.flatMap((message) => message.tool_calls ?? []).map(({ name, args }) => ({ name, args })),
    text: answersOfModel.at(-1)?.text ?? "",
    toolMessages: messages.filter((message) => message.type === "tool"),
  };
}

/** For each scenario: what its example calls, and what it says in the end. */
const EXPECTED: Readonly<Record<string, { calls: string[]; says: RegExp } | "fails">> = {
  "location-and-sum": { calls: ["get_location", "multiply"], says: /latitude 38\.7223.*2 \* 21 is 42\.$/s },
  arithmetic: { calls: ["multiply", "add"], says: /^3 \* 12 is 36 and 11 \+ 49 is 60\.$/ },
  location: { calls: ["get_location"], says: /latitude 38\.7223, longitude -9\.1393, to within 12 m/ },
  "notes-list": { calls: ["list_notes"], says: /- the milk/ },
  remember: { calls: ["save_note", "save_note"], says: /I will remember “the milk” and “the bread”/ },
  clipboard: { calls: ["write_clipboard"], says: /in your clipboard/ },
  "local-chart": { calls: ["open_local_file", "draw_chart"], says: /2 points, from 12 to 30/ },
  "save-file": { calls: ["save_file"], says: /Saved as picnic\.md/ },
  device: { calls: ["get_device_info"], says: /It is 09:30 where you are \(Europe\/Lisbon\)/ },
  "speak-and-notify": { calls: ["show_notification"], says: /Done/ },
  "keep-fact": { calls: ["keep_fact"], says: /The server keeps: The person says: my team is called Ilex/ },
  weather: { calls: ["get_weather"], says: /In Lisbon it is .* between \d+ and \d+ °C.*not a real forecast/ },
  email: { calls: ["draft_email"], says: /draft is ready. Nothing was sent/ },
  "send-email": { calls: ["send_email"], says: /Your mail program has it now/ },
  chart: { calls: ["make_chart"], says: /All 12 months/ },
  form: { calls: ["ask_form"], says: /No answers: it said: .*Nobody has filled in the form/ },
  place: { calls: ["show_place"], says: /Lisbon is there/ },
  plan: { calls: ["make_plan", "make_plan"], says: /Saturday morning/ },
  document: { calls: ["write_document", "write_document"], says: /seats\.html is there, in two versions/ },
  table: { calls: ["make_table"], says: /The table has 8 rows/ },
  thinking: { calls: [], says: /fit a piano through a door/ },
  "long-text": { calls: [], says: /^# A short book.{5000,}reading this far\.$/s },
  "rich-text": { calls: [], says: /^## How a twill is planned.*```ts.*Denim is a twill/s },
  "cited-text": { calls: [], says: /^Nobody knows.*white weft\.\s*$/s },
  diagrams: { calls: [], says: /```mermaid\nflowchart.*```mermaid\nsequenceDiagram.*taken once\.\s*$/s },
  "slow-tool": { calls: ["slow_count"], says: /counted to 10/ },
  "failing-tool": { calls: ["fail_always"], says: /The tool failed/ },
  refusal: { calls: [], says: /cannot help/ },
  failures: "fails",
};

describe("every scenario, through an agent", () => {
  test("is expected here", () => {
    expect(SCENARIOS.map(({ name }) => name).toSorted()).toEqual(Object.keys(EXPECTED).toSorted());
  });

  test.each(SCENARIOS)("$example", async ({ name, example, tools }) => {
    const expected = EXPECTED[name];
    if (expected === "fails" || !expected) return expect(ask(example)).rejects.toMatchObject({ status: 429 });
    const { calls, text, toolMessages } = await ask(example);
    expect(calls.map((call) => call.name)).toEqual(expected.calls);
    expect(text).toMatch(expected.says);
    expect(toolMessages).toHaveLength(calls.length);
    expect(tools).toEqual(expect.arrayContaining(calls.map((call) => call.name)));
  });

  test("the suggestions of the agent are all played", async () => {
    for (const { prompt } of config.agents.agent?.suggestions ?? []) {
      expect((await ask(prompt)).text).not.toContain("no script for that");
    }
  });
});

describe("questions in other words", () => {
  test.each([
    ["what is 7 x 6", [{ name: "multiply", args: { a: 7, b: 6 } }], /7 \* 6 is 42/],
    [
      "Remember that the gate code is “4711” and more.",
      [{ name: "save_note", args: { text: "the gate code is “4711” and more" } }],
      /“the gate code/,
    ],
    ["Please remember tea", [{ name: "save_note", args: { text: "tea" } }], /I will remember “tea”/],
    [
      "What's the weather in São Paulo and New York today?",
      [
        { name: "get_weather", args: { city: "São Paulo" } },
        { name: "get_weather", args: { city: "New York" } },
      ],
      /In São Paulo .*In New York/s,
    ],
    [
      "Show this page: <p>hello</p>",
      [{ name: "write_document", args: { title: "Yours", kind: "html", content: "<p>hello</p>" } }],
      /Yours is there/,
    ],
    ["Draw a lighthouse", [{ name: "write_document", args: expect.objectContaining({ kind: "svg" }) }], /lighthouse/],
    [
      "Write code for the tides",
      [{ name: "write_document", args: expect.objectContaining({ kind: "code" }) }],
      /tides/,
    ],
    ["Make a line chart", [{ name: "make_chart", args: expect.objectContaining({ kind: "line" }) }], /12 months/],
    ["Make a table of famous bridges", [{ name: "make_table", args: expect.anything() }], /8 rows/],
  ])("%s", async (question, calls, says) => {
    const answer = await ask(question);
    expect(answer.calls).toEqual(calls);
    expect(answer.text).toMatch(says);
  });

  test("an unknown question gets a list of what there is, each in its own words", async () => {
    const { text, calls } = await ask("Sing me a song");
    expect(calls).toEqual([]);
    expect(text).toMatch(/scripted demo, not an AI/);
    for (const { example } of SCENARIOS) expect(text).toContain(`**${example}**`);
  });
});

describe("a browser tool that gave no result", () => {
  test.each([
    ["Where am I?", /could not find out where you are: you said no, and that is fine/],
    ["Where am I, and what is 2 * 21?", /you said no.*2 \* 21 is 42/],
    ["Remember the milk and the bread", /could not keep “the milk”: you said no.*could not keep “the bread”/],
    ["What did you remember?", /could not read your notes: you said no/],
  ])("%s, declined", async (question, says) => {
    const declined = { get_location: DECLINED, save_note: DECLINED, list_notes: DECLINED };
    const { text, toolMessages } = await ask(question, declined);
    expect(text).toMatch(says);
    expect(toolMessages.some((message) => "status" in message && message.status === "error")).toBe(true);
  });

  test("an output that is not what the contract says is told as it is", async () => {
    const { text } = await ask("Where am I?", { get_location: { latitude: "north" } });
    expect(text).toMatch(/could not find out where you are: it said: The browser's answer is not/);
  });
});

describe("errors on request", () => {
  test.each([401, 429, 500])("Fail with %i", async (status) => {
    await expect(ask(`Fail with ${status}`)).rejects.toMatchObject({ status });
  });

  test("Break off mid-stream gives some text first, then the error of a closed connection", async () => {
    let text = "";
    const reading = (async () => {
      const stream = await new DemoChatModel({ chunksPerSecond: 0 }).stream("Break off mid-stream");
      for await (const chunk of stream) text += chunk.text;
    })();
    await expect(reading).rejects.toMatchObject({ message: "terminated", cause: { code: "UND_ERR_SOCKET" } });
    expect(text).toMatch(/one morning the$/);
  });
});
