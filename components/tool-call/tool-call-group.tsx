import { useState } from "react";
import { useStrings } from "../ui/strings";
import { ToolCallCard } from "./tool-call-card";

/** The calls of one message: side by side from 640 px up, below each other in the order they began where it is narrower. */
export function ToolCallGroup({ callKeys, isLive }: { callKeys: readonly string[]; isLive: boolean }) {
  const strings = useStrings();
  // The line stays once it was there: nothing above a card moves when the cards settle.
  const [wasLive, setWasLive] = useState(isLive);
  if (isLive && !wasLive) setWasLive(true);
  if (callKeys.length === 0) return null;
  return (
    <div className="tw-pair">
      {wasLive && callKeys.length > 1 && (
        <p className="tw:mb-2 tw:text-s tw:text-ink-2">{strings.callsAtOnce(callKeys.length)}</p>
      )}
      <div className="tw-pair-cards">
        {callKeys.map((callKey) => (
          <ToolCallCard key={callKey} callKey={callKey} />
        ))}
      </div>
    </div>
  );
}
