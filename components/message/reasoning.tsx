import { useEffect, useState } from "react";
import type { ChatMessage } from "@/lib/store";
import { Clock } from "../ui/clock";
import { Foldable } from "../ui/foldable";
import { Icon } from "../ui/icon";
import { useStrings } from "../ui/strings";

/** The model's reasoning, folded: a row that says how long it took, or is taking. */
export function Reasoning({ message }: { message: ChatMessage }) {
  const strings = useStrings();
  const isReasoning = message.isStreaming && message.text === "" && message.callKeys.length === 0;
  const { startMs, tookMs } = useDuration(isReasoning);
  const row = (
    <>
      <Icon name="reasoning" size="s" />
      <span className={isReasoning ? "tw:text-live" : undefined}>{label(strings, isReasoning, tookMs)}</span>
      {isReasoning && startMs !== undefined && (
        <span className="tw:text-xs tw:tabular-nums">
          <Clock sinceMs={startMs} />
        </span>
      )}
    </>
  );
  return (
    <Foldable row={row} className="tw-reasoning tw:-mb-1 tw:gap-2">
      <div
        className="tw:w-fit tw:border-s-2 tw:border-line tw:ps-3.5 tw:text-s tw:whitespace-pre-wrap tw:text-ink-2 tw:[overflow-wrap:anywhere]"
        dir="auto"
      >
        {message.reasoning}
      </div>
    </Foldable>
  );
}

function label(strings: ReturnType<typeof useStrings>, isReasoning: boolean, tookMs: number | undefined): string {
  if (isReasoning) return strings.reasoning;
  return tookMs === undefined ? strings.reasoned : strings.reasonedFor(tookMs);
}

/** How long `isRunning` held, measured while it was on the page; nothing is known of what came before. */
function useDuration(isRunning: boolean): { startMs: number | undefined; tookMs: number | undefined } {
  const [startMs, setStartMs] = useState<number>();
  const [tookMs, setTookMs] = useState<number>();
  useEffect(() => {
    if (!isRunning) return;
    const atMs = performance.now();
    setStartMs(atMs);
    return () => setTookMs(performance.now() - atMs);
  }, [isRunning]);
  return { startMs, tookMs };
}
