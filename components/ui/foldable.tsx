import { type ReactNode, useId, useState } from "react";
import { Icon } from "./icon";

/** A row that is pressed to see what belongs to it, which is drawn only while it is seen. */
export function Foldable({
  row,
  isOpenAtFirst = false,
  className = "tw:gap-1",
  children,
}: {
  row: ReactNode;
  isOpenAtFirst?: boolean;
  className?: string;
  children: ReactNode;
}) {
  const [isOpen, setIsOpen] = useState(isOpenAtFirst);
  const bodyId = useId();
  return (
    <div className={`tw:grid tw:grid-cols-[minmax(0,1fr)] tw:justify-items-start ${className}`}>
      <button
        type="button"
        className="tw-fold-row"
        aria-expanded={isOpen}
        aria-controls={bodyId}
        onClick={() => setIsOpen(!isOpen)}
      >
        {row}
        {isOpen ? <Icon name="chevron-down" size="s" /> : <Icon name="chevron-right" size="s" mirrors />}
      </button>
      <div id={bodyId} hidden={!isOpen} className="tw:w-full">
        {isOpen && children}
      </div>
    </div>
  );
}
