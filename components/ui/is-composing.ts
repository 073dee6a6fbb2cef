import type { KeyboardEvent } from "react";

/**
 * True for a key that belongs to an input method (a word being composed), which must never send or close anything.
 * Safari reports the Enter that ends a composition after its end, with key code 229.
 */
export function isComposing(event: KeyboardEvent): boolean {
  return event.nativeEvent.isComposing || event.keyCode === 229;
}
