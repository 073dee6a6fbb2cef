import { type ClipboardEvent, type KeyboardEvent, type RefObject, useLayoutEffect } from "react";

const CAN_SIZE_ITSELF = "field-sizing";

/** A text field that grows with its text up to eight lines, then scrolls. */
export function ComposerText({
  textRef,
  label,
  value,
  onChange,
  onKeyDown,
  onPaste,
}: {
  textRef: RefObject<HTMLTextAreaElement | null>;
  label: string;
  value: string;
  onChange: (value: string) => void;
  onKeyDown: (event: KeyboardEvent<HTMLTextAreaElement>) => void;
  onPaste: (event: ClipboardEvent<HTMLTextAreaElement>) => void;
}) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height follows the text
  useLayoutEffect(() => {
    const field = textRef.current;
    if (field === null || CSS.supports(CAN_SIZE_ITSELF, "content")) return;
    // For browsers without field-sizing: one line, then as high as its text.
    field.style.blockSize = "auto";
    field.style.blockSize = `${field.scrollHeight}px`;
  }, [textRef, value]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page can hear what is typed
  useLayoutEffect(() => {
    const typed = textRef.current?.value ?? "";
    if (typed !== value) onChange(typed); // before that
  }, []);
  return (
    <textarea
      ref={textRef}
      rows={1}
      className="tw-composer-text"
      aria-label={label}
      placeholder={label}
      dir="auto"
      enterKeyHint="send"
      autoComplete="off"
      value={value}
      onChange={(event) => onChange(event.target.value)}
      onKeyDown={onKeyDown}
      onPaste={onPaste}
    />
  );
}
