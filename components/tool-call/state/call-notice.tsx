import type { CallRefusal, CallState } from "@/lib/store";
import { Foldable } from "../../ui/foldable";
import { Notice } from "../../ui/notice";
import { useStrings } from "../../ui/strings";
import { visibleText, writtenOut } from "../../ui/visible-text";
import { refusalWords } from "./refusal-words";
import { RunAgain } from "./run-again";

/** What the state of a call means for the person, where the head's word is not enough. */
export function CallNotice({ call, title }: { call: CallState; title: string }) {
  const strings = useStrings();
  switch (call.phase) {
    case "consent":
      return <Reason call={call} title={title} />;
    case "click":
      return (
        <>
          <Reason call={call} title={title} />
          <Notice tone="consent" icon="decision">
            {call.isAskedAgain ? strings.clickIsLate : strings.clickIsConsent}
          </Notice>
        </>
      );
    case "browser":
      return (
        <Notice tone="quiet" icon="tab">
          {strings.browserMayAsk}
        </Notice>
      );
    case "elsewhere":
      return (
        <Notice tone="quiet" icon="tab">
          {strings.elsewhereNote}
        </Notice>
      );
    case "unavailable":
      return (
        <Notice tone="waiting" icon="tab">
          {strings.unavailableNote(writtenOut(call.name))}
        </Notice>
      );
    case "interrupted":
      return (
        <>
          <Reason call={call} title={title} />
          <Notice tone="consent" icon="decision">
            {strings.interruptedNote}
          </Notice>
        </>
      );
    case "failed":
    case "expired":
    case "invalid":
      if (call.refusal !== undefined) return <Refused call={call} refusal={call.refusal} />;
      return (
        <Notice tone="error" icon="alert" action={call.phase !== "invalid" && <RunAgain call={call} title={title} />}>
          {visibleText(call.error ?? strings.failedNote)}
        </Notice>
      );
    case "declined":
      return (
        <Quiet>
          {call.refusal
            ? refusalWords(call.name, call.refusal, strings)
            : (call.error ?? strings.refusal.declined(undefined))}
        </Quiet>
      );
    case "cancelled":
      return <Quiet>{call.mayHaveRun ? strings.stoppedNote : strings.cancelledNote}</Quiet>;
    case "writing":
    case "server":
    case "done":
      return null;
    default:
      return call.phase satisfies never;
  }
}

/**
 * Whether the sentence stands before the arguments (a question, an error) or after them (a remark). Where the arguments
 * were seen being written it comes after them, whatever it is: what one has read stays where it is.
 */
export function isNoticeFirst(call: CallState, wasSeenWriting: boolean): boolean {
  return !wasSeenWriting && call.phase !== "declined" && call.phase !== "cancelled" && call.phase !== "browser";
}

/** No tool ran, and none would if it were run again. Which argument did not fit is told in the words that the agent was given. */
function Refused({ call, refusal }: { call: CallState; refusal: CallRefusal }) {
  const strings = useStrings();
  const isTold = refusal.type === "arguments" && call.error !== undefined;
  return (
    <Notice tone="error" icon="alert">
      {visibleText(refusalWords(call.name, refusal, strings))}
      {isTold && (
        <Foldable row={strings.refusal.told}>
          <p className="tw:text-xs tw:whitespace-pre-wrap tw:text-ink-2 tw:[overflow-wrap:anywhere]" dir="auto">
            {visibleText(call.error ?? "")}
          </p>
        </Foldable>
      )}
    </Notice>
  );
}

/** Why the agent wants the call, in the words of its contract for these arguments. */
function Reason({ call, title }: { call: CallState; title: string }) {
  const strings = useStrings();
  return (
    <p className="tw:text-s" dir="auto">
      {visibleText(call.reason ?? strings.wantsToUse(title))}
    </p>
  );
}

function Quiet({ children }: { children: string }) {
  return (
    <p className="tw:text-xs tw:text-ink-3 tw:[overflow-wrap:anywhere]" dir="auto">
      {visibleText(children)}
    </p>
  );
}
