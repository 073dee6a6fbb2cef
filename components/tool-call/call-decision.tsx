import { useRef, useState } from "react";
import { useAgent } from "@/hooks";
import type { CallDecision, CallPhase, CallState } from "@/lib/store";
import { Button } from "../ui/button";
import { useStrings } from "../ui/strings-context";

/** Approve and Decline, of the same size. Approve has no shortcut, on purpose. */
export function CallDecisionButtons({ call }: { call: CallState }) {
  const strings = useStrings();
  const { decide } = useAgent();
  const [decided, setDecided] = useState<CallPhase>();
  const [hasFailed, setHasFailed] = useState(false);
  const isBusy = decided === call.phase;
  const rowRef = useRef<HTMLDivElement>(null);
  const approveLabel = useApproveLabel(call.phase);

  const choose = async (decision: CallDecision) => {
    setDecided(call.phase);
    setHasFailed(false);
    // The buttons will be gone; the focus stays with their card.
    rowRef.current?.closest("article")?.focus({ preventScroll: true });
    try {
      // Called straight from the click: a tool may need it.
      await decide(call.key, decision);
    } catch {
      setDecided(undefined);
      setHasFailed(true);
    }
  };

  return (
    <div ref={rowRef} className="tw:flex tw:flex-wrap tw:items-center tw:gap-2 tw:px-3 tw:pt-2 tw:pb-3">
      {approveLabel !== undefined && (
        <Button
          tone="consent"
          icon={call.phase === "interrupted" ? "retry" : "check"}
          className="tw-decision"
          disabled={isBusy}
          data-decision="approve"
          onClick={() => choose({ type: "approve" })}
        >
          {approveLabel}
        </Button>
      )}
      <Button
        icon="close"
        className="tw-decision"
        disabled={isBusy}
        data-decision="decline"
        onClick={() => choose({ type: "decline" })}
      >
        {strings.decline}
      </Button>
      {hasFailed && (
        <p role="alert" className="tw:basis-full tw:text-xs tw:text-error">
          {strings.decisionFailed}
        </p>
      )}
    </div>
  );
}

function useApproveLabel(phase: CallPhase): string | undefined {
  const strings = useStrings();
  if (phase === "consent") return strings.approve;
  if (phase === "click") return strings.runNow;
  if (phase === "interrupted") return strings.runAgain;
  return undefined;
}
