import type { RefObject } from "react";
import { useAgent, useQuestions } from "@/hooks";
import { Button } from "../ui/button";
import { Clock } from "../ui/clock";
import { Icon } from "../ui/icon";
import { useStrings } from "../ui/strings";
import { useRunStatus } from "./use-run-status";

/**
 * The one line above the composer: the first that holds of error, stopping, reconnecting, waiting for you, in this tab,
 * writing. Assistive technology hears it when the words change; the clock beside it is silent.
 */
export function StatusLine({ logRef }: { logRef: RefObject<HTMLElement | null> }) {
  const strings = useStrings();
  const { status: agentStatus, problem, runStartedAtMs, retry, submit } = useAgent();
  const questions = useQuestions();
  const status = useRunStatus();
  const isServerEnd = problem?.code === "server_stopped"; // nothing is wrong, and the answer so far stands
  const isWaiting = agentStatus === "awaiting-human" && questions.length === 0;
  return (
    <div
      className="tw-status"
      data-tone={status.tone}
      data-banner={status.detail !== undefined || undefined}
      data-status={agentStatus}
    >
      <Icon name={status.icon} size={status.detail === undefined ? "s" : "m"} turns={status.icon === "live"} />
      {/* One live region that stays; an error is said at once. */}
      <p role={problem && !isServerEnd ? "alert" : "status"} className="tw-status-words" dir="auto">
        <b>{status.words}</b>
        {status.detail !== undefined && ` ${status.detail}`}
      </p>
      {status.hasClock && runStartedAtMs !== undefined && (
        <span className="tw:text-ink-2 tw:tabular-nums">
          <Clock sinceMs={runStartedAtMs} />
        </span>
      )}
      {problem?.canRetry && (
        <Button
          tone="fill"
          icon="retry"
          onClick={() => {
            logRef.current?.focus();
            void (isServerEnd ? submit(strings.goOnMessage) : retry());
          }}
        >
          {isServerEnd ? strings.goOn : strings.tryAgain}
        </Button>
      )}
      {isWaiting && (
        <Button tone="bare" onClick={() => showWaitingCall(logRef.current)}>
          {strings.goToIt}
        </Button>
      )}
    </div>
  );
}

/** Brings the first call that waits for the person into view, with the focus on its first button. */
function showWaitingCall(log: HTMLElement | null): void {
  const button = log?.querySelector<HTMLElement>("[data-decision]");
  button?.closest("article")?.scrollIntoView({ block: "center" });
  button?.focus({ preventScroll: true });
}
