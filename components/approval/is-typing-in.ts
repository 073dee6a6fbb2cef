/** True for a field with words in it: whoever has the focus there is writing. */
export function isTypingIn(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement) return target.value.trim() !== "";
  return target.isContentEditable && (target.textContent ?? "").trim() !== "";
}
