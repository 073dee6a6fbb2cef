import { useEffect, useState } from "react";
import type { CallState } from "@/lib/store";
import { Clock } from "../../ui/clock";
import { StatusMark } from "../../ui/status-mark";
import { useStrings } from "../../ui/strings";
import { callAppearance } from "./call-appearance";

/** A shape, a word, and a clock where one is known. Never wraps. */
export function CallStatus({ call }: { call: CallState }) {
  const strings = useStrings();
  const { tone, icon, isSettled, isDecision } = callAppearance(call.phase);
  const sinceMs = usePhaseStart(call);
  const word = strings.call[call.phase];
  const hasRun = call.phase === "done" || (call.phase === "failed" && call.refusal === undefined);
  const tookMs =
    hasRun && call.startedAtMs !== undefined && call.settledAtMs !== undefined
      ? call.settledAtMs - call.startedAtMs
      : undefined;
  return (
    <StatusMark tone={tone} icon={icon}>
      <span>
        {call.phase === "done" && tookMs !== undefined ? <span className="tw-unseen">{word} </span> : word}
        {tookMs !== undefined && (call.phase === "done" ? strings.duration(tookMs) : ` ${strings.after(tookMs)}`)}
        {!isSettled && !isDecision && typeof call.progress === "number" && `, ${strings.share(call.progress)}`}
        {!isSettled && !isDecision && typeof call.progress !== "number" && sinceMs !== undefined && (
          <>
            <span aria-hidden="true">, </span>
            <Clock sinceMs={sinceMs} />
          </>
        )}
      </span>
    </StatusMark>
  );
}

/** When the present phase began: writing with the first chunk, the others when they were first shown. */
function usePhaseStart(call: CallState): number | undefined {
  const [start, setStart] = useState<{ phase: string; atMs: number }>();
  useEffect(() => {
    setStart({ phase: call.phase, atMs: performance.now() });
  }, [call.phase]);
  if (call.phase === "writing") return call.startedAtMs;
  return start?.phase === call.phase ? start.atMs : undefined;
}
