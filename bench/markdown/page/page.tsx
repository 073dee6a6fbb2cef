import { createElement } from "react";
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import { Markdown } from "@/components/markdown";

type Drawn = { length: number };

const root = createRoot(document.querySelector("#root") ?? document.body);

/** Draws a text in pieces of `delta` characters, one a frame, from one length to another; the page follows its end. */
async function draw(text: string, from: number, to: number, delta: number): Promise<Drawn> {
  let shown = text.slice(0, from);
  while (shown.length < to) {
    shown += text.slice(shown.length, Math.min(shown.length + delta, to));
    flushSync(() => root.render(createElement(Markdown, { text: shown, isGrowing: true })));
    window.scrollTo(0, document.documentElement.scrollHeight);
    await new Promise(requestAnimationFrame);
  }
  return { length: document.body.textContent?.length ?? 0 };
}

Reflect.set(globalThis, "draw", draw);
