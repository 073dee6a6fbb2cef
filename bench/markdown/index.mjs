// What one more piece of a long answer costs at its end, against the same at its start: once with React drawing into
// jsdom, so that parsing and reconciling are measured and nothing else, and once in a browser.
import { JSDOM } from "jsdom";
import { load } from "../bundle.mjs";
import { measureInBrowser } from "./browser.mjs";
import { mixedAnswer, openFence, openList } from "./inputs.mjs";

export const title = "Markdown while it is written";

const LENGTH = 200 * 1024;
const DELTA = 64;
const MAX_RATIO = 1.5;

process.env.NODE_ENV = "production";
const { window } = new JSDOM("<!doctype html><body></body>");
for (const name of ["document", "Node", "HTMLElement", "HTMLIFrameElement"]) globalThis[name] = window[name];
globalThis.window = window;
const { createElement } = await import("react");
const { flushSync } = await import("react-dom");
const { createRoot } = await import("react-dom/client");
const { Markdown } = await load("components/markdown", [/^react(-dom)?($|\/)/]);

export async function measure() {
  draw(mixedAnswer(LENGTH / 10));
  const inputs = { "mixed answer": mixedAnswer, "one open code block": openFence, "one open list": openList };
  const texts = Object.fromEntries(Object.entries(inputs).map(([what, input]) => [what, input(LENGTH)]));
  const drawn = Object.entries(texts).map(([what, text]) => row(what, tenths(draw(text))));
  const browsed = Object.entries(await measureInBrowser(texts));
  return { rows: [...drawn, ...browsed.map(([what, times]) => row(`${what}, in a browser`, times))] };
}

/** The times in ms of all pieces of a text, each drawn at once. */
function draw(text) {
  const host = window.document.createElement("div");
  const root = createRoot(host);
  const times = [];
  for (let length = DELTA; length <= text.length; length += DELTA) {
    const beginning = text.slice(0, length);
    const start = performance.now();
    flushSync(() => root.render(createElement(Markdown, { text: beginning, isGrowing: true })));
    times.push(performance.now() - start);
  }
  root.unmount();
  return times;
}

function tenths(times) {
  const tenth = Math.floor(times.length / 10);
  return { start: mean(times.slice(0, tenth)), end: mean(times.slice(-tenth)) };
}

function row(what, { start, end }) {
  return {
    what: `200 KiB, ${what}: ${DELTA} characters more, last tenth of the answer against the first`,
    value: `${(end / start).toFixed(2)} × (${start.toFixed(2)} → ${end.toFixed(2)} ms)`,
    must: `≤ ${MAX_RATIO} ×`,
    isMet: end / start <= MAX_RATIO,
  };
}

/** Without the slowest twentieth, which is the garbage collector and the other work of the machine. */
function mean(times) {
  const sorted = times.toSorted((one, other) => one - other).slice(0, Math.ceil(times.length * 0.95));
  return sorted.reduce((sum, time) => sum + time, 0) / sorted.length;
}
