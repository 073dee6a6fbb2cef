import type { ScriptedAnswer } from "./scripted-provider";

/** What the model does in one thread, and what the page must show of it for the measure to be one. */
export type CardScript = {
  /** What is written about, and the question that asks for it. */
  readonly what: string;
  readonly answers: readonly ScriptedAnswer[];
  /** The names of the cards that are there at the end. */
  readonly cards: readonly string[];
  /** The button with which the person decides, where the call waits for them. */
  readonly decides?: string;
  /** How the run ends, where that is not well. */
  readonly ends?: "error";
};

const LATER =
  "That is what there is to say about it. It goes on for a few sentences, so that a text stands below the card while it settles.\n\n- one thing\n- and another one";

const call = (what: string, card: string, name: string, ...args: readonly object[]): CardScript => ({
  what,
  answers: [{ text: "I begin with a line.", calls: args.map((each) => ({ name, args: each })) }, { text: LATER }],
  cards: args.map(() => card),
});

const paragraphs = Array.from(
  { length: 12 },
  (_, index) =>
    `Paragraph ${index + 1} of a text that goes on about looms, their warp and their weft, for two lines or so.`,
);

const code = Array.from({ length: 40 }, (_, index) =>
  index % 4 === 3 ? "" : `${"  ".repeat(index % 3)}const thread${index} = weave(loom, ${index * 7}); // row ${index}`,
).join("\n");

/** One for each view that is built in, and for what has none. */
export const CARD_SCRIPTS: readonly CardScript[] = [
  call("an unknown tool", "Look up: Failed", "look_up", {
    query: "looms in museums",
    filters: { country: "PT", since: "1850-01-01", kinds: ["hand", "drop box", "jacquard"], isOpen: true },
    rows: Array.from({ length: 6 }, (_, index) => ({ id: index, name: `Loom number ${index}`, note: null })),
    reason: "a longer sentence that wraps on a phone and says why it is looked up, and what will be done with it then",
  }),
  call("a tool with a tree and a result", "Slow count: Done", "slow_count", { to: 3, pause_ms: 150 }),
  call("a tool that fails", "Failing tool: Failed", "fail_always", { reason: "You asked for it" }),
  call("code", "Document: Done", "write_document", {
    ...{ title: "Looms", kind: "code", language: "typescript", content: code },
  }),
  call("a text", "Document: Done", "write_document", {
    ...{ title: "About looms", kind: "markdown", content: `# Looms\n\n${paragraphs.join("\n\n")}` },
  }),
  call("a page", "Document: Done", "write_document", {
    title: "A page",
    kind: "html",
    content: `<!doctype html>\n<title>Looms</title>\n${paragraphs.map((words) => `<p>${words}</p>`).join("\n")}`,
  }),
  call("a drawing", "Document: Done", "write_document", {
    title: "A drawing",
    kind: "svg",
    content: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">\n${paragraphs
      .map((_, index) => `  <circle cx="${index * 8}" cy="50" r="4" />`)
      .join("\n")}\n</svg>`,
  }),
  call("an email", "Draft an email: Done", "draft_email", {
    ...{ to: "ines@example.com", subject: "The picnic on Saturday", body: paragraphs.join("\n\n") },
  }),
  call("a table", "Table: Done", "make_table", {
    title: "Looms",
    columns: ["name", "year", "rows"],
    rows: paragraphs.map((_, index) => ({ name: `Loom ${index}`, year: 1850 + index, rows: index * 40 })),
  }),
  call("a chart", "Chart: Done", "make_chart", {
    title: "Rows woven",
    kind: "bar",
    points: paragraphs.map((_, index) => ({ label: `Month ${index + 1}`, value: ((index * 37) % 23) * 150 })),
  }),
  call("a line", "Chart: Done", "make_chart", {
    title: "Rows woven",
    kind: "line",
    points: [...paragraphs, ...paragraphs].map((_, index) => ({
      label: `${index + 1}`,
      value: ((index * 37) % 23) - 9,
    })),
  }),
  call("a plan", "Plan: Done", "make_plan", {
    title: "The picnic",
    steps: paragraphs.slice(0, 8).map((text, index) => ({ text, status: index < 3 ? "done" : "todo" })),
  }),
  call("a place", "Place: Done", "show_place", {
    ...{ name: "Lisbon", latitude: 38.7223, longitude: -9.1393, note: "At the mouth of the Tagus" },
  }),
  call("the weather", "Weather: Done", "get_weather", { city: "Lisbon" }),
  call("two towns", "Weather: Done", "get_weather", { city: "Lisbon" }, { city: "Oslo" }),
  {
    what: "two sums",
    answers: [
      {
        calls: [
          { name: "multiply", args: { a: 3, b: 12 } },
          { name: "add", args: { a: 11, b: 49 } },
        ],
      },
      { text: LATER },
    ],
    cards: ["Multiply: Done", "Add: Done"],
  },
  {
    ...call("a form", "Form: Your decision", "ask_form", {
      title: "The picnic",
      fields: [
        { name: "name", label: "Your name", kind: "text" },
        { name: "guests", label: "How many come with you?", kind: "number" },
        { name: "day", label: "Which day suits you?", kind: "choice", options: ["Saturday", "Sunday"] },
        { name: "vegetarian", label: "We eat no meat", kind: "yes_no" },
        { name: "wishes", label: "Anything else?", kind: "long_text" },
      ],
      submit: "Send answers",
    }),
    cards: ["Form: Done"],
    decides: "Send answers",
  },
  {
    ...call("a fact", "Keep a fact: Your decision", "keep_fact", { fact: "The person weaves on a hand loom." }),
    cards: ["Keep a fact: Done"],
    decides: "Approve",
  },
  {
    ...call("a mail to send", "Send an email: Done", "send_email", {
      ...{ to: "ines@example.com", subject: "The picnic on Saturday", body: paragraphs.slice(0, 5).join("\n\n") },
    }),
    decides: "Decline",
    cards: ["Send an email: Declined"],
  },
  {
    what: "what it thinks first",
    answers: [
      { reasoning: paragraphs.join(" "), text: LATER, calls: [{ name: "add", args: { a: 2, b: 3 } }] },
      { text: LATER },
    ],
    cards: ["Add: Done"],
  },
  {
    what: "a text that breaks off",
    answers: [{ text: paragraphs.slice(0, 3).join("\n\n"), breaksOff: true }],
    cards: [],
    ends: "error",
  },
  { what: "a text alone", answers: [{ text: `${paragraphs.join("\n\n")}\n\n${LATER}` }], cards: [] },
];
