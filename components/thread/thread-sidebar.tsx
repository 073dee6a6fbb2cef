import { useAgent, useInfo } from "@/hooks";
import { RememberedTools, type ThemeControl, ThemePicker, YourData } from "../settings";
import { IconButton } from "../ui/button";
import { BrandMark } from "../ui/icon";
import { StatusMark } from "../ui/status-mark";
import { useStrings } from "../ui/strings";
import { ThreadList } from "./thread-list";

/** The threads, a way to start one, and how the connection is. `onChoose` is told after a thread was chosen. */
export function ThreadSidebar({
  onChoose,
  onClose,
  theme,
}: {
  onChoose: () => void;
  onClose?: () => void;
  /** Absent where the page around the chat decides on its colours. */
  theme: ThemeControl | undefined;
}) {
  const strings = useStrings();
  const { open } = useAgent();
  const choose = (threadId: string | undefined) => {
    void open(threadId);
    onChoose();
  };
  return (
    <nav className="tw-sidebar" aria-label={strings.threads}>
      <div className="tw:flex tw:items-center tw:ps-2">
        <span className="tw:inline-flex tw:flex-1 tw:items-center tw:gap-2 tw:font-strong tw:tracking-snug">
          <BrandMark size={22} />
          {strings.brand}
        </span>
        <IconButton icon="plus" label={strings.newThread} onClick={() => choose(undefined)} />
        {onClose && <IconButton icon="close" label={strings.closeThreads} onClick={onClose} />}
      </div>
      <ThreadList onChoose={choose} />
      <RememberedTools />
      <YourData />
      <div className="tw:flex tw:min-h-8 tw:items-center tw:px-2">
        <span className="tw:flex-1">
          <ConnectionMark />
        </span>
        {theme && <ThemePicker {...theme} />}
      </div>
    </nav>
  );
}

function ConnectionMark() {
  const strings = useStrings();
  const { reconnect } = useAgent();
  const { info, error } = useInfo();
  if (reconnect) {
    return (
      <StatusMark tone="waiting" icon="retry">
        {strings.reconnecting}
      </StatusMark>
    );
  }
  if (error) {
    return (
      <StatusMark tone="error" icon="off">
        {strings.noConnection}
      </StatusMark>
    );
  }
  return info ? (
    <StatusMark tone="quiet" icon="ring">
      {strings.connected}
    </StatusMark>
  ) : (
    <StatusMark tone="quiet" icon="ring-dashed">
      {strings.connecting}
    </StatusMark>
  );
}
