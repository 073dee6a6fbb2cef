import type { KeyboardEvent } from "react";
import type { RowWindow } from "./use-row-window";

const STEPS: Readonly<Record<string, 1 | -1>> = { j: 1, k: -1 };

/** J and K go from message to message while the log, or a message as a whole, has the focus. */
export function stepThrough(
  event: KeyboardEvent<HTMLElement>,
  ids: readonly string[],
  view: RowWindow,
  onStep: () => void,
): void {
  const step = STEPS[event.key];
  if (step === undefined || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  const { currentTarget: log, target } = event;
  const row = target instanceof HTMLElement && target !== log ? target : null;
  if (row !== null && !row.hasAttribute("data-index")) return; // the key belongs to what is inside the message
  const from = row === null ? ids.lastIndexOf(view.place()?.id ?? "") - (step > 0 ? 1 : 0) : Number(row.dataset.index);
  const next = Math.min(ids.length - 1, Math.max(0, from + step));
  const id = ids[next];
  if (id === undefined) return;
  event.preventDefault();
  onStep();
  view.scrollTo(id);
  focusRow(log, next);
}

const MAX_FRAMES = 10;

/** The row is drawn once the scroller is there. */
function focusRow(log: HTMLElement, index: number, frames = 0): void {
  const row = log.querySelector<HTMLElement>(`[data-index="${index}"]`);
  if (row !== null) row.focus({ preventScroll: true });
  else if (frames < MAX_FRAMES) requestAnimationFrame(() => focusRow(log, index, frames + 1));
}
