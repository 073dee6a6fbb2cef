// @vitest-environment jsdom
import { flushSync } from "react-dom";
import { expect, it, onTestFinished } from "vitest";
import { newRoot } from "../test-support/new-root";
import { ArtifactFrame } from "./artifact-frame";

const FLOOD = 150;

function mount() {
  const { host, root } = newRoot();
  flushSync(() => root.render(<ArtifactFrame html="<p>hi</p>" title="Preview" url="about:blank" />));
  const frame = host.querySelector("iframe") as HTMLIFrameElement;
  const isRunning = () => host.querySelector("iframe") === frame;
  return { host, frame, isRunning };
}

/** A frame that the document has put into itself, or (in `document.body`) one that has nothing to do with it. */
function frameIn(parent: HTMLElement | null | undefined): Window | null {
  const frame = document.createElement("iframe");
  parent?.append(frame);
  onTestFinished(() => frame.remove());
  return frame.contentWindow;
}

function flood(
  source: MessageEventSource | null,
  origin: string,
  data: unknown = { type: "close", height: 9_000 },
): void {
  for (let count = 0; count < FLOOD; count += 1) {
    window.dispatchEvent(new MessageEvent("message", { source, origin, data }));
  }
}

it("messages of any other frame or window do nothing, whatever they say and however many (case 187)", () => {
  const { frame, host, isRunning } = mount();
  const before = host.innerHTML;
  const other = frameIn(document.body);
  for (const data of [{ html: "<b>forged</b>" }, { type: "stop" }, "close", null]) {
    flood(other, "null", data);
    flood(other, location.origin, data);
    flood(window, location.origin, data);
  }
  expect(isRunning()).toBe(true);
  expect(host.innerHTML).toBe(before);
  expect(frame.contentWindow).not.toBe(other);
});

it.each([
  ["the frame itself", (frame: HTMLIFrameElement) => frame.contentWindow],
  ["a frame within it", (frame: HTMLIFrameElement) => frameIn(frame.contentDocument?.body)],
  ["a frame that is gone before its messages come", () => null],
])("a flood of %s stops it", (_, sourceOf) => {
  const { frame, host, isRunning } = mount();
  const source = sourceOf(frame);
  flood(source, "https://elsewhere.example");
  expect(isRunning()).toBe(true); // the frame has no origin that anybody could name
  flood(source, "null");
  expect(isRunning()).toBe(false);
  expect(host.textContent).toContain("Stopped: it sent more messages than this page can take.");
});
