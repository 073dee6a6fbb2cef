import { type RefObject, useEffect, useRef } from "react";
import { flushSync } from "react-dom";

/** Why a frame was stopped. */
export type FrameOffence = "flood" | "focus";

const MAX_MESSAGES_PER_SECOND = 100;
const MAX_FOCUS_THEFTS = 3;
/** A Tab key moves the focus at once. */
const TAB_MS = 300;
/** A hand that goes from the keys to a pointer, which already stands over the frame, needs as long. */
const HAND_MS = 500;
/**
 * A finger's tap on the frame is not told to the page, only that the person did something within the last seconds. It
 * counts when nothing was done in the page itself for so long; with a mouse, not while the page's own click may be meant.
 */
const QUIET_FINGER_MS = 1000;
const QUIET_MOUSE_MS = 6000;

/**
 * Watches what a sandboxed frame can still do to its page: send messages faster than the page can take them (browsers
 * end the page in the end), and take the focus while the person types elsewhere. The first is stopped; the second is
 * undone, and stopped when it goes on.
 */
export function useFrameGuard(
  frameRef: RefObject<HTMLIFrameElement | null>,
  onOffence: (offence: FrameOffence) => void,
): void {
  const report = useRef(onOffence);
  useEffect(() => {
    report.current = onOffence;
  });
  useEffect(() => {
    const frame = frameRef.current;
    if (!frame) return;
    // At once, not with the next render: behind a flood of messages that render would never come.
    const stop = (offence: FrameOffence) => flushSync(() => report.current(offence));
    const unwatch = [watchMessages(frame, () => stop("flood")), watchFocus(frame, () => stop("focus"))];
    return () => {
      for (const end of unwatch) end();
    };
  }, [frameRef]);
}

/** Calls back once when more messages of the frame, and of frames inside it, come than anybody needs. What they say is not read. */
function watchMessages(frame: HTMLIFrameElement, onFlood: () => void): () => void {
  let sinceMs = performance.now();
  let count = 0;
  const onMessage = ({ origin, source }: MessageEvent) => {
    if (origin !== "null" || !mayBeWithin(frame, source)) return;
    const nowMs = performance.now();
    if (nowMs - sinceMs > 1000) {
      sinceMs = nowMs;
      count = 0;
    }
    count += 1;
    if (count === MAX_MESSAGES_PER_SECOND) onFlood();
  };
  window.addEventListener("message", onMessage);
  return () => window.removeEventListener("message", onMessage);
}

/** Also true of a message whose window is gone: a frame inside can leave right behind its messages. */
function mayBeWithin(frame: HTMLIFrameElement, source: MessageEventSource | null): boolean {
  if (source === null || !("parent" in source)) return source === null;
  let current: Window = source;
  while (current !== frame.contentWindow && current.parent !== current) current = current.parent;
  return current === frame.contentWindow;
}

/** Gives the focus back where it was unless the person moved it: with Tab, with a pointer over the frame, by touch. */
function watchFocus(frame: HTMLIFrameElement, onTooMany: () => void): () => void {
  const root = frame.getRootNode() as Document | ShadowRoot;
  let last = root.activeElement;
  let inputMs = Number.NEGATIVE_INFINITY;
  let keyMs = Number.NEGATIVE_INFINITY;
  let tabMs = Number.NEGATIVE_INFINITY;
  let isPointerOver = false;
  let thefts = 0;

  const wasMeant = () => {
    const nowMs = performance.now();
    if (nowMs - tabMs < TAB_MS) return true;
    if (isPointerOver) return nowMs - keyMs > HAND_MS;
    const quietMs = matchMedia("(pointer: coarse)").matches ? QUIET_FINGER_MS : QUIET_MOUSE_MS;
    return (navigator.userActivation?.isActive ?? false) && nowMs - inputMs > quietMs;
  };
  const giveBack = () => {
    const isElsewhere = root.activeElement !== frame && (document.activeElement ?? document.body) !== document.body;
    if (isElsewhere) return;
    if (last instanceof HTMLElement && last.isConnected) last.focus({ preventScroll: true });
    else frame.blur();
  };
  const onBlur = () => {
    if (root.activeElement !== frame || wasMeant()) return;
    thefts += 1;
    // In the next task: a frame in a process of its own gets the keys only after this event, whatever is focused in it.
    setTimeout(giveBack);
    if (thefts >= MAX_FOCUS_THEFTS) onTooMany();
  };
  const onFocusIn = () => {
    if (root.activeElement !== frame) last = root.activeElement;
  };
  const onKeyDown = ({ key }: KeyboardEvent) => {
    inputMs = keyMs = performance.now();
    if (key === "Tab") tabMs = inputMs;
  };
  const onPointerDown = () => {
    inputMs = performance.now();
  };
  const onEnter = () => {
    isPointerOver = true;
  };
  const onLeave = () => {
    isPointerOver = false;
  };

  const ending = new AbortController();
  const { signal } = ending;
  window.addEventListener("blur", onBlur, { signal });
  document.addEventListener("focusin", onFocusIn, { signal });
  document.addEventListener("keydown", onKeyDown, { signal, capture: true });
  document.addEventListener("pointerdown", onPointerDown, { signal, capture: true });
  frame.addEventListener("pointerenter", onEnter, { signal });
  frame.addEventListener("pointerleave", onLeave, { signal });
  return () => ending.abort();
}
