const UP_KEYS: ReadonlySet<string> = new Set(["PageUp", "ArrowUp", "Home"]);
const FIELDS = "input, textarea, select, [contenteditable]";

export type MovingAway = {
  /** The scroll bar is held: every scroll event is the person's. */
  isPressed(): boolean;
  stop(): void;
};

/** Tells the person's own ways of moving up, and of moving down, in a scroller; nothing that a script or the layout does. */
export function watchMovingAway(
  scroller: HTMLElement,
  { onAway, onToEnd }: { onAway: () => void; onToEnd: () => void },
): MovingAway {
  const page = scroller.ownerDocument;
  let isPressed = false;
  let lastTouchY = 0;

  const onWheel = ({ deltaY, ctrlKey }: WheelEvent) => {
    if (ctrlKey) return; // zoom
    if (deltaY < 0) onAway();
    else if (deltaY > 0) onToEnd();
  };
  const onTouchStart = ({ touches }: TouchEvent) => {
    lastTouchY = touches[0]?.clientY ?? 0;
  };
  const onTouchMove = ({ touches }: TouchEvent) => {
    const y = touches[0]?.clientY ?? lastTouchY;
    if (y > lastTouchY) onAway();
    lastTouchY = y;
  };
  const onKeyDown = ({ key, shiftKey, target }: KeyboardEvent) => {
    const isUp = UP_KEYS.has(key) || (key === " " && shiftKey && target === scroller);
    if (isUp && target instanceof Element && target.closest(FIELDS) === null) onAway();
  };
  // The content fills the scroller: a press on the scroller itself is one on its bar, whose release has no event everywhere.
  const onPress = ({ target }: PointerEvent) => {
    isPressed = target === scroller;
  };
  const onPointerMove = ({ buttons }: PointerEvent) => {
    if (buttons === 0) isPressed = false;
  };
  const onRelease = () => {
    isPressed = false;
  };

  const passive = { passive: true };
  scroller.addEventListener("wheel", onWheel, passive);
  scroller.addEventListener("touchstart", onTouchStart, passive);
  scroller.addEventListener("touchmove", onTouchMove, passive);
  scroller.addEventListener("keydown", onKeyDown);
  scroller.addEventListener("pointerdown", onPress);
  page.addEventListener("pointermove", onPointerMove, passive);
  page.addEventListener("pointerup", onRelease);
  return {
    isPressed: () => isPressed,
    stop() {
      scroller.removeEventListener("wheel", onWheel);
      scroller.removeEventListener("touchstart", onTouchStart);
      scroller.removeEventListener("touchmove", onTouchMove);
      scroller.removeEventListener("keydown", onKeyDown);
      scroller.removeEventListener("pointerdown", onPress);
      page.removeEventListener("pointermove", onPointerMove);
      page.removeEventListener("pointerup", onRelease);
    },
  };
}
