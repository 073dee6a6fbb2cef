import type { KeyboardEvent } from "react";
import { Button } from "../ui/button";
import { isComposing } from "../ui/is-composing";
import { useStrings } from "../ui/strings";

/** A line for the agent: why not, or an answer in the tool's place. Enter gives it, Esc leaves. */
export function WordsBox({
  label,
  action,
  words,
  isOpenedHere,
  onChange,
  onGive,
  onLeave,
}: {
  label: string;
  action: string;
  words: string;
  /** By a press on this page, which the focus follows; else it came back with a reload. */
  isOpenedHere: boolean;
  onChange: (words: string) => void;
  onGive: (words: string) => void;
  onLeave: () => void;
}) {
  const strings = useStrings();
  const give = () => {
    if (words.trim() !== "") onGive(words.trim());
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event)) return;
    if (event.key === "Escape") {
      event.preventDefault();
      onLeave();
    }
    if (event.key === "Enter" && !event.shiftKey) {
      event.preventDefault();
      give();
    }
  };
  return (
    <div className="tw:flex tw:basis-full tw:flex-wrap tw:items-end tw:gap-2">
      <textarea
        rows={1}
        className="tw:[field-sizing:content] tw:max-h-32 tw:min-h-control tw:min-w-40 tw:flex-1 tw:resize-none tw:rounded-m tw:border tw:border-line-strong tw:bg-raised tw:px-2 tw:py-[5px] tw:text-input-s"
        aria-label={label}
        placeholder={label}
        dir="auto"
        value={words}
        // biome-ignore lint/a11y/noAutofocus: the button that was pressed is gone, the focus belongs to what it opened
        autoFocus={isOpenedHere}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <Button disabled={words.trim() === ""} onClick={give}>
        {action}
      </Button>
      <Button tone="bare" onClick={onLeave}>
        {strings.cancel}
      </Button>
    </div>
  );
}
