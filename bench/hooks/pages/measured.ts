import { atFullSpeed, atRate, FULL_PACKET } from "./plan";

declare global {
  interface Window {
    measured: { isReady: boolean; isDone: boolean; frames: number; longTasks: number; text: number; value: number };
    begin(): void;
  }
}

const parameters = new URLSearchParams(location.search);

/** How many messages the thread has before the answer. */
export const EARLIER = Number(parameters.get("earlier") ?? 0);
const isRated = parameters.get("speed") === "rate";
export const deltas = isRated ? atRate : atFullSpeed;
/** How many of them come together. */
export const PACKET = isRated ? 1 : FULL_PACKET;
/** Rows of the list that are on the page at once: the least virtualised list there is. */
export const WINDOW = 30;
export const TAIL = 2_000;

export const measured = { isReady: false, isDone: false, frames: 0, longTasks: 0, text: 0, value: 0 };
window.measured = measured;

new PerformanceObserver((list) => {
  measured.longTasks += list.getEntries().length;
}).observe({ type: "longtask" });
requestAnimationFrame(function count() {
  measured.frames += 1;
  requestAnimationFrame(count);
});

export function earlierText(at: number): string {
  return `Message ${at}: ${"alpha beta gamma delta stream ".repeat(8)}`;
}

/** What stood at the end must be the same on every page: the length of the text and of the arguments' `body`. */
export function finish(text: string, value: unknown): void {
  measured.text = text.length;
  measured.value = String((value as { body?: unknown })?.body).length;
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      measured.isDone = true;
    }),
  );
}
