import { useState } from "react";
import { useAccount } from "@/hooks";
import { Button } from "../ui/button";
import { Icon } from "../ui/icon";
import { useStrings } from "../ui/strings-context";

/** All that the server keeps of the person: to take along, and to have deleted after a question. Nothing on other servers. */
export function YourData() {
  const { settings } = useStrings();
  const account = useAccount();
  const [isOpen, setIsOpen] = useState(false);
  const [isAsking, setIsAsking] = useState(false);
  if (!account) return null;
  return (
    <section className="tw:grid tw:gap-1 tw:px-2" aria-label={settings.yourData}>
      <button
        type="button"
        className="tw:flex tw:min-h-control tw:items-center tw:gap-2 tw:text-xs tw:text-ink-2"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      >
        <span className="tw:flex-1 tw:text-start">{settings.yourData}</span>
        <Icon name={isOpen ? "chevron-down" : "chevron-right"} size="s" />
      </button>
      {isOpen && !isAsking && (
        <div className="tw:grid tw:justify-items-start tw:gap-1">
          <a
            href={account.exportUrl}
            download
            className="tw:inline-flex tw:min-h-control tw:items-center tw:rounded-m tw:px-2 tw:text-s tw:font-medium tw:text-ink-2 tw:hover:bg-hover tw:hover:text-ink"
          >
            {settings.downloadData}
          </a>
          <Button tone="bare" onClick={() => setIsAsking(true)}>
            {settings.deleteData}
          </Button>
        </div>
      )}
      {isOpen && isAsking && <DeleteData onDelete={account.deleteAll} onClose={() => setIsAsking(false)} />}
    </section>
  );
}

function DeleteData({ onDelete, onClose }: { onDelete: () => Promise<void>; onClose: () => void }) {
  const { settings, ...strings } = useStrings();
  const [state, setState] = useState<"asking" | "deleting" | "failed">("asking");
  const confirm = async () => {
    setState("deleting");
    try {
      await onDelete();
      onClose();
    } catch {
      setState("failed");
    }
  };
  return (
    <fieldset
      className="tw:grid tw:min-w-0 tw:gap-2 tw:rounded-m tw:bg-surface tw:p-2 tw:text-s tw:shadow-1"
      aria-label={settings.deleteDataQuestion}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.preventDefault();
        onClose();
      }}
    >
      <p>{settings.deleteDataQuestion}</p>
      <div className="tw:flex tw:gap-2">
        <Button tone="fill" disabled={state === "deleting"} onClick={confirm}>
          {strings.delete}
        </Button>
        <Button autoFocus onClick={onClose}>
          {strings.keep}
        </Button>
      </div>
      {state === "failed" && (
        <p role="alert" className="tw:text-xs tw:text-error">
          {settings.deleteDataFailed}
        </p>
      )}
    </fieldset>
  );
}
