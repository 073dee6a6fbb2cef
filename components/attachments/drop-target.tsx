import { useEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import type { AttachmentLimits } from "@/lib/protocol";
import { useChatRoot } from "../ui/chat-root";
import { useStrings } from "../ui/strings";

/**
 * Takes files that are dropped anywhere on the chat around the composer, and says so while they hang over it. Text that is
 * dragged goes where it would go without.
 */
export function DropTarget({
  limits,
  onFiles,
}: {
  /** Undefined until the server has said what it takes. */
  limits: AttachmentLimits | undefined;
  onFiles: (files: readonly File[]) => void;
}) {
  const strings = useStrings().attachments;
  const rootRef = useChatRoot();
  const [over, setOver] = useState<HTMLElement>();
  const take = useRef(onFiles);
  useEffect(() => {
    take.current = onFiles;
  });
  useEffect(() => {
    const root = rootRef.current;
    if (root === null) return;
    let depth = 0; // entering a child comes before leaving its parent
    const on = (change: number) => (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      depth = Math.max(0, depth + change);
      setOver(depth > 0 ? root : undefined);
    };
    const onDrop = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      depth = 0;
      setOver(undefined);
      take.current([...(event.dataTransfer?.files ?? [])]);
    };
    const listeners = { dragenter: on(1), dragleave: on(-1), dragover: on(0), drop: onDrop };
    for (const [name, listener] of Object.entries(listeners)) root.addEventListener(name, listener as EventListener);
    return () => {
      for (const [name, listener] of Object.entries(listeners))
        root.removeEventListener(name, listener as EventListener);
    };
  }, [rootRef]);
  if (over === undefined) return null;
  return createPortal(
    <div className="tw-drop">
      <b className="tw:font-medium">{strings.drop}</b>
      {limits && (
        <span className="tw:text-s tw:first-letter:uppercase">
          {strings.limits(limits.kinds, limits.max_bytes, limits.max_per_message)}
        </span>
      )}
    </div>,
    over,
  );
}

function hasFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer?.types.includes("Files") === true;
}
