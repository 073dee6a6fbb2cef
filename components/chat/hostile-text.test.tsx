// @vitest-environment jsdom
import { expect, it } from "vitest";
import type { MemoryRun } from "@/lib/transport";
import { eventually, mountChat, press, type } from "../test-support/mount-chat";

/** Addresses by the rules of `safeUrl`, in the forms that a model, a tool or a search service may write them. */
const GOOD = ["https://shop.example/a", "http://shop.example/b", "/own/page", "#place"];
const BAD = [
  "javascript:window.hit=1",
  "JAVAscript:window.hit=1",
  "  javascript:window.hit=1",
  "java&#10;script:window.hit=1",
  "java&Tab;script:window.hit=1",
  "vbscript:hit",
  "data:text/html;base64,PHNjcmlwdD4=",
  "file:///home/me/diary",
  "ms-settings:privacy",
  "intent:#Intent;end",
  "blob:https://shop.example/0",
];
/** As a program gives an address, without the entities that only Markdown reads. */
const GIVEN = [...GOOD, ...BAD].map((address) => address.replace("&#10;", "\n").replace("&Tab;", "\t"));
const links = [...GOOD, ...BAD].map((address, at) => `[link ${at}](<${address}>)`).join(" ");
const references = BAD.map((address, at) => `[bad ${at}][r${at}]\n\n[r${at}]: <${address}>`).join("\n\n");
const HTML = [
  "<script>window.hit = 'script'</script>",
  "<img src='/none' onerror='window.hit = 1'>",
  "<svg><animate onbegin='window.hit = 2' attributeName='x'/></svg>",
  "<details open ontoggle='window.hit = 3'><summary>more</summary></details>",
  "<iframe srcdoc='<b>inside</b>'></iframe><object data='/x'></object><embed src='/x'>",
  "<form action='/gone'><button formaction='javascript:window.hit=4'>go</button></form>",
  "<a href='javascript:window.hit=5'>raw</a> <base href='https://far.example/'>",
  "<style>*{color:red}</style><link rel='stylesheet' href='https://far.example/x.css'>",
];
const PICTURES =
  "![far](https://far.example/p.gif?said=it) ![bad](javascript:window.hit=6) ![ref][p]\n\n[p]: //far.example/q";
const FENCE = "```\n<textarea onfocus='window.hit = 7' autofocus></textarea>\n```";
const HOSTILE = [...HTML, links, PICTURES, FENCE, references].join("\n\n");

const TOOLS: Readonly<Record<string, object>> = {
  draft_email: { to: `javascript:${HOSTILE}`, subject: HOSTILE, body: HOSTILE },
  write_document: { title: HOSTILE, kind: "markdown", content: HOSTILE },
  make_table: { title: HOSTILE, columns: [HOSTILE, "b"], rows: [{ [HOSTILE]: HOSTILE, b: HOSTILE }] },
  make_chart: { title: HOSTILE, kind: "bar", points: [{ label: HOSTILE, value: 3 }] },
  make_plan: { title: HOSTILE, steps: [{ text: HOSTILE, status: "doing" }] },
  show_place: { name: HOSTILE, latitude: 38, longitude: -9, note: HOSTILE },
  ask_form: { title: HOSTILE, fields: [{ name: HOSTILE, label: HOSTILE, kind: "choice", options: [HOSTILE] }] },
  get_weather: { city: HOSTILE },
  nobody_knows_it: { [HOSTILE]: [HOSTILE, { deep: HOSTILE }] },
};
const calls = Object.entries(TOOLS).map(([name, args], at) => ({ id: `c${at}`, name, args }));

function answerWithAll(run: MemoryRun): void {
  const text = {
    type: "text",
    text: HOSTILE,
    annotations: GIVEN.map((url, at) => ({ type: "citation", url, title: `source ${at} <b>` })),
  };
  const files = GIVEN.map((url, at) => ({ type: "file", url, metadata: { name: `file ${at} <i>` } }));
  const content = [
    { type: "reasoning", reasoning: HOSTILE },
    { type: "server_tool_call", id: "s", name: HOSTILE, args: { query: HOSTILE } },
    { type: "server_tool_result", tool_call_id: "s", status: "success", output: [HOSTILE] },
    text,
    ...files,
    { type: "image", url: "javascript:window.hit=8" },
  ];
  run.addMessages("agent", [{ type: "ai", id: "a1", content, tool_calls: calls }]);
  const results = calls.map(({ id, name }, at) => ({
    type: "tool",
    id: `t${at}`,
    tool_call_id: id,
    name,
    status: at % 2 === 0 ? "success" : "error",
    content: at % 3 === 0 ? JSON.stringify({ [HOSTILE]: HOSTILE, url: "javascript:window.hit=9" }) : HOSTILE,
  }));
  run.addMessages("tools", results);
}

/** Whatever an element of the page does by itself or when it is pressed, by an address or a handler in it. */
function dangers(host: HTMLElement): string[] {
  const own = [...host.querySelectorAll("*")];
  const elements = own.filter((element) =>
    element.matches("script, iframe, object, embed, base, meta, link, style, animate, form[action], [srcdoc], [ping]"),
  );
  const attributes = own
    .flatMap((element) => [...element.attributes])
    .filter(({ name, value }) => {
      if (/^on/i.test(name)) return true;
      if (!["href", "src", "action", "formaction", "xlink:href", "poster", "data", "srcset"].includes(name))
        return false;
      return !["http:", "https:", "mailto:", "blob:"].includes(new URL(value, "https://own.example").protocol);
    });
  return [...elements.map(({ outerHTML }) => outerHTML), ...attributes.map(({ name, value }) => `${name}=${value}`)];
}

it("whoever wrote it, no text becomes an element, a handler or a forbidden address (cases 177, 179, 181, 189)", async () => {
  const { field, find, host } = await mountChat(answerWithAll, { widthPx: 1280 });
  type(field, HOSTILE);
  press(field, "Enter");
  await eventually(() => expect(host.querySelectorAll("article")).toHaveLength(calls.length));
  await find(".tw-markdown-group a", "link 0");
  for (const folded of host.querySelectorAll<HTMLElement>("[aria-expanded=false]")) folded.click();
  (await find("button", "Open document")).click();
  const side = await find("section.tw-artifact-page");

  const addresses = (root: Element | null) =>
    [...(root?.querySelectorAll("a") ?? [])].map((link) => link.getAttribute("href"));
  const answer = host.querySelector('[data-message="a1"]');
  for (const text of [answer?.querySelector(".tw-markdown"), side]) {
    expect(addresses(text ?? null)).toEqual(GOOD);
    expect(text?.textContent).toContain("<form action='/gone'>");
    expect(text?.querySelector("pre code")?.textContent).toContain("<textarea onfocus=");
  }
  expect(addresses(await find("section", "Sources"))).toEqual(GOOD);
  const files = await find("ul", "Files");
  const [bytes, ...others] = [...files.querySelectorAll("a")].filter((link) => link.href.startsWith("blob:"));
  expect([bytes?.download, others]).toEqual([expect.stringMatching(/^file/), []]); // bytes are kept, never opened
  bytes?.removeAttribute("href");
  expect(addresses(files).filter(Boolean)).toEqual(GOOD);
  expect(host.querySelector('[data-knot="person"] p')?.textContent).toBe(HOSTILE);

  expect(dangers(host)).toEqual([]);
  expect([...host.querySelectorAll("[src]")]).toEqual([]); // nothing is asked of anybody
  for (const link of host.querySelectorAll("a")) {
    link.addEventListener("click", (event) => event.preventDefault()); // jsdom has no other page to go to
    link.click();
  }
  expect(window).not.toHaveProperty("hit");
});
