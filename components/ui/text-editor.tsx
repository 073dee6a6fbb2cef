import { type KeyboardEvent, useState } from "react";
import { Button } from "./button";
import { isComposing } from "./is-composing";
import { useStrings } from "./strings";

/** A text changed in its place: Enter keeps it, Esc leaves it as it was; an empty one is left too. */
export function TextEditor({
  text,
  label,
  keepLabel,
  onKeep,
  onLeave,
}: {
  text: string;
  /** The name of the field. */
  label: string;
  keepLabel: string;
  onKeep: (text: string) => void;
  onLeave: () => void;
}) {
  const strings = useStrings();
  const [value, setValue] = useState(text);
  const keep = () => (value.trim() === "" ? onLeave() : onKeep(value));
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event)) return;
    if (event.key === "Escape") {
      event.preventDefault();
      onLeave();
    }
    if (event.key === "Enter" && !event.shiftKey) {
      event.preventDefault();
      keep();
    }
  };
  return (
    <>
      <textarea
        rows={1}
        className="tw:[field-sizing:content] tw:max-h-32 tw:min-h-control tw:min-w-0 tw:flex-1 tw:resize-none tw:rounded-m tw:border tw:border-line-strong tw:bg-raised tw:px-2 tw:py-[5px] tw:text-input-s"
        aria-label={label}
        dir="auto"
        value={value}
        // biome-ignore lint/a11y/noAutofocus: the button that was pressed is gone, the focus belongs to what it opened
        autoFocus
        onChange={(event) => setValue(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <Button onClick={keep}>{keepLabel}</Button>
      <Button tone="bare" onClick={onLeave}>
        {strings.cancel}
      </Button>
    </>
  );
}
