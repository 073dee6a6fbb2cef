import { useEffect, useRef } from "react";
import type { ThemeControl } from "../settings";
import { ThreadSidebar } from "../thread";
import { useStrings } from "../ui/strings";

/** The threads over the conversation, in a container too narrow for both. Takes the focus and gives it back; Esc and the ground close it. */
export function ThreadDrawer({ onClose, theme }: { onClose: () => void; theme: ThemeControl | undefined }) {
  const strings = useStrings();
  const drawerRef = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const drawer = drawerRef.current;
    const root = drawer?.getRootNode() as Document | ShadowRoot | undefined;
    const before = root?.activeElement;
    drawer?.focus();
    return () => {
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  return (
    <>
      <div className="tw-scrim" onPointerDown={onClose} />
      <div
        ref={drawerRef}
        className="tw-drawer"
        role="dialog"
        aria-modal="true"
        aria-label={strings.threads}
        tabIndex={-1}
        onKeyDown={(event) => {
          if (event.key !== "Escape" || event.defaultPrevented) return;
          event.preventDefault();
          onClose();
        }}
      >
        <ThreadSidebar onChoose={onClose} onClose={onClose} theme={theme} />
      </div>
    </>
  );
}
