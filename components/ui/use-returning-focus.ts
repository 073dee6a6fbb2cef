import { type RefObject, useEffect, useRef } from "react";

/** When what was opened inside closes and takes the focus with it, the control that `selector` names has it again. */
export function useReturningFocus(ref: RefObject<HTMLElement | null>, isOpen: boolean, selector = "button"): void {
  const wasOpen = useRef(isOpen);
  useEffect(() => {
    const isBack = !isOpen && wasOpen.current;
    wasOpen.current = isOpen;
    const place = ref.current;
    const focused = (place?.getRootNode() as Document | ShadowRoot | undefined)?.activeElement;
    if (!isBack || (focused && focused !== place?.ownerDocument.body)) return;
    place?.querySelector<HTMLElement>(selector)?.focus({ preventScroll: true });
  }, [ref, isOpen, selector]);
}
