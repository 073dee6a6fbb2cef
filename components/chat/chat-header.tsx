import { useThreadTitle } from "../thread";
import { IconButton } from "../ui/button";
import { useStrings } from "../ui/strings";

/** The thread's title and what can be done with it; where the threads are in a drawer also the ways to the other threads and to a new one. */
export function ChatHeader({
  onOpenThreads,
  onNewThread,
  onFind,
  onPrint,
}: {
  onOpenThreads: () => void;
  onNewThread: () => void;
  onFind?: () => void;
  onPrint?: () => void;
}) {
  const strings = useStrings();
  const title = useThreadTitle();
  return (
    <header className="tw-header">
      <IconButton
        icon="menu"
        label={strings.openThreads}
        className="tw:@beside/toolweave:hidden"
        onClick={onOpenThreads}
      />
      <h1 className="tw:min-w-0 tw:flex-1 tw:truncate tw:font-strong" dir="auto">
        {title}
      </h1>
      {onFind && <IconButton icon="search" label={strings.findInThread} onClick={onFind} />}
      {onPrint && (
        <IconButton
          icon="print"
          label={strings.printThread}
          className="tw:@max-wide/toolweave:hidden"
          onClick={onPrint}
        />
      )}
      <IconButton icon="plus" label={strings.newThread} className="tw:@beside/toolweave:hidden" onClick={onNewThread} />
    </header>
  );
}
