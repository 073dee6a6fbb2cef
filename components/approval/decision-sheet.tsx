import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef } from "react";
import { createPortal } from "react-dom";
import { Button } from "../ui/button";
import { useStrings } from "../ui/strings";
import { useSheets } from "./decision-sheets";

type DecisionProps = {
  readonly callKey: string;
  readonly title: string;
  readonly cardRef: RefObject<HTMLElement | null>;
  /** What the call looks like, above the row. */
  readonly preview: ReactNode;
  readonly row: ReactNode;
};

/** Where a call is decided: in its card, or in a narrow container in a sheet, which the card opens again. */
export function DecisionPlace({ callKey, title, cardRef, preview, row }: DecisionProps) {
  const strings = useStrings();
  const sheets = useSheets();
  const ask = sheets?.ask;
  useEffect(() => {
    if (cardRef.current !== null) return ask?.(callKey, cardRef.current);
  }, [ask, callKey, cardRef]);
  if (sheets === undefined) return row;
  const isOpen = sheets.openFor === callKey && sheets.host !== null;
  return (
    <>
      <div className="tw:px-3 tw:pb-3">
        <Button
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          data-decision="open"
          onClick={() => sheets.reopen(callKey)}
        >
          {strings.approval.decide}
        </Button>
      </div>
      {isOpen &&
        sheets.host !== null &&
        createPortal(
          <Sheet title={strings.approval.sheet(title)} onClose={sheets.close}>
            {preview}
            {row}
          </Sheet>,
          sheets.host,
        )}
    </>
  );
}

/** Over the conversation, from below. Esc, the way back of a phone and the ground close it; none of them declines. */
function Sheet({ title, onClose, children }: { title: string; onClose: () => void; children: ReactNode }) {
  const sheetRef = useRef<HTMLDivElement>(null);
  const closeRef = useRef(onClose);
  closeRef.current = onClose;
  // With the frame that shows it: a key that is pressed at once does not reach what lies below.
  useLayoutEffect(() => sheetRef.current?.focus({ preventScroll: true }), []);
  useEffect(() => {
    const watcher = watchForClose(() => closeRef.current());
    return () => watcher?.destroy();
  }, []);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || event.defaultPrevented) return;
    event.preventDefault();
    onClose();
  };
  return (
    <>
      <div className="tw-scrim" onPointerDown={onClose} />
      <div
        ref={sheetRef}
        className="tw-sheet"
        role="dialog"
        aria-modal="true"
        aria-label={title}
        tabIndex={-1}
        onKeyDown={onKeyDown}
      >
        {children}
      </div>
    </>
  );
}

/** The way back of a phone closes what is open where the browser tells of it. Source: HTML, close requests. */
function watchForClose(onClose: () => void): { destroy(): void } | undefined {
  const { CloseWatcher: Watcher } = globalThis as {
    CloseWatcher?: new () => EventTarget & { destroy(): void };
  };
  if (Watcher === undefined) return undefined;
  const watcher = new Watcher();
  watcher.addEventListener("close", onClose);
  return watcher;
}
