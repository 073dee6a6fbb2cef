import { useState } from "react";
import { Button } from "./button";
import { useStrings } from "./strings";

/** The question before something is deleted for good. Esc and "Keep" leave it; what fails is said, and can be tried again. */
export function DeleteQuestion({
  question,
  failed,
  onDelete,
  onClose,
}: {
  question: string;
  /** What is said when it could not be deleted. */
  failed: string;
  onDelete: () => Promise<void>;
  onClose: () => void;
}) {
  const strings = useStrings();
  const [state, setState] = useState<"asking" | "deleting" | "failed">("asking");
  const confirm = async () => {
    if (state === "deleting") return;
    setState("deleting");
    try {
      await onDelete();
    } catch {
      setState("failed");
    }
  };
  return (
    <fieldset
      className="tw:grid tw:min-w-0 tw:gap-2 tw:rounded-m tw:bg-surface tw:p-2 tw:text-s tw:shadow-1"
      aria-label={question}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.preventDefault();
        onClose();
      }}
    >
      <p>{question}</p>
      <div className="tw:flex tw:gap-2">
        <Button tone="fill" aria-disabled={state === "deleting"} onClick={confirm}>
          {strings.delete}
        </Button>
        <Button autoFocus onClick={onClose}>
          {strings.keep}
        </Button>
      </div>
      {state === "failed" && (
        <p role="alert" className="tw:text-xs tw:text-error">
          {failed}
        </p>
      )}
    </fieldset>
  );
}
