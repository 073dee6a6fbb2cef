import { type KeyboardEvent, useRef, useState } from "react";
import { isComposing } from "../ui/is-composing";
import { useStrings } from "../ui/strings";

const MAX_TITLE_CHARACTERS = 200;

/** The name of a thread as a text field: Enter and leaving keep it, Esc does not. */
export function RenameThread({
  title,
  onRename,
  onClose,
}: {
  title: string;
  onRename: (title: string) => Promise<void>;
  onClose: () => void;
}) {
  const strings = useStrings();
  const [text, setText] = useState(title);
  const [hasFailed, setHasFailed] = useState(false);
  const isDone = useRef(false);

  const keep = async () => {
    if (isDone.current) return;
    const name = text.trim();
    if (name === "" || name === title) return close();
    isDone.current = true;
    try {
      await onRename(name);
      onClose();
    } catch {
      isDone.current = false;
      setHasFailed(true);
    }
  };
  const close = () => {
    isDone.current = true;
    onClose();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event)) return;
    if (event.key === "Enter") void keep();
    if (event.key !== "Escape") return;
    event.preventDefault();
    close();
  };

  return (
    <>
      <input
        className="tw:min-h-control tw:w-full tw:rounded-m tw:border tw:border-line-strong tw:bg-raised tw:px-2 tw:py-[6px] tw:text-input-s"
        aria-label={strings.threadName}
        maxLength={MAX_TITLE_CHARACTERS}
        value={text}
        // biome-ignore lint/a11y/noAutofocus: the button that was pressed is gone, the focus belongs to what it opened
        autoFocus
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
        onBlur={() => void keep()}
      />
      {hasFailed && (
        <p role="alert" className="tw:px-2 tw:text-xs tw:text-error">
          {strings.threadChangeFailed}
        </p>
      )}
    </>
  );
}
