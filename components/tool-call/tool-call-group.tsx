import { useState } from "react";
import { useStrings } from "../ui/strings";
import { ToolCallCard } from "./tool-call-card";

/** The calls of one message: side by side from 640 px up, below each other in the order they began where it is narrower. */
export function ToolCallGroup({
  callKeys,
  isLive,
  isWriting,
}: {
  callKeys: readonly string[];
  isLive: boolean;
  /** More of them may come. */
  isWriting: boolean;
}) {
  const strings = useStrings();
  // The line comes below the cards, once all of them are there, and stays: it moves none of them.
  const [wasLive, setWasLive] = useState(isLive);
  if (isLive && !wasLive) setWasLive(true);
  if (callKeys.length === 0) return null;
  return (
    <div className="tw-pair">
      <div className="tw-pair-cards">
        {callKeys.map((callKey) => (
          <ToolCallCard key={callKey} callKey={callKey} />
        ))}
      </div>
      {wasLive && !isWriting && callKeys.length > 1 && (
        <p className="tw:mt-2 tw:text-s tw:text-ink-2">{strings.callsAtOnce(callKeys.length)}</p>
      )}
    </div>
  );
}
