import { useRef, useState } from "react";
import { useAccount } from "@/hooks";
import { Button } from "../ui/button";
import { DeleteQuestion } from "../ui/delete-question";
import { Icon } from "../ui/icon";
import { useStrings } from "../ui/strings";
import { useReturningFocus } from "../ui/use-returning-focus";

/** All that the server keeps of the person: to take along, and to have deleted after a question. Nothing on other servers. */
export function YourData() {
  const { settings } = useStrings();
  const account = useAccount();
  const [isOpen, setIsOpen] = useState(false);
  const [isAsking, setIsAsking] = useState(false);
  const placeRef = useRef<HTMLElement>(null);
  useReturningFocus(placeRef, isAsking, "[data-delete]");
  const [notice, setNotice] = useState<string>();
  if (!account) return null;
  return (
    <section ref={placeRef} className="tw:grid tw:gap-1 tw:px-2" aria-label={settings.yourData}>
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
            onClick={async (event) => {
              event.preventDefault();
              const link = event.currentTarget;
              setNotice(undefined);
              const isGiven = await account.checkExport().then(
                () => true,
                () => false,
              );
              if (isGiven) download(link);
              else setNotice(settings.downloadFailed);
            }}
            className="tw:inline-flex tw:min-h-control tw:items-center tw:rounded-m tw:px-2 tw:text-s tw:font-medium tw:text-ink-2 tw:hover:bg-hover tw:hover:text-ink"
          >
            {settings.downloadData}
          </a>
          <Button tone="bare" data-delete onClick={() => setIsAsking(true)}>
            {settings.deleteData}
          </Button>
        </div>
      )}
      {isOpen && isAsking && (
        <DeleteQuestion
          question={settings.deleteDataQuestion}
          failed={settings.deleteDataFailed}
          onDelete={async () => {
            const { isScrubbed } = await account.deleteAll();
            setIsAsking(false);
            setNotice(isScrubbed ? undefined : settings.deleteDataTraces);
          }}
          onClose={() => setIsAsking(false)}
        />
      )}
      {isOpen && notice && (
        <p role="status" className="tw:px-2 tw:text-xs tw:text-ink-2">
          {notice}
        </p>
      )}
    </section>
  );
}

/** As a click on the link would: what refuses it would come down as a file. */
function download({ href, ownerDocument }: HTMLAnchorElement): void {
  const link = ownerDocument.createElement("a");
  link.href = href;
  link.download = "";
  link.click();
}
