import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useAgent, useKeptInput } from "@/hooks";
import { isToolweaveError } from "@/lib/errors";
import type { CallDecision, CallPhase, CallState } from "@/lib/store";
import { Button } from "../ui/button";
import { useStrings } from "../ui/strings";
import { useReturningFocus } from "../ui/use-returning-focus";
import { ArgumentChanges } from "./argument-changes";
import { ArgumentForm } from "./argument-form";
import { useSheets } from "./decision-sheets";
import type { ArgumentEdit } from "./use-argument-edit";
import { WordsBox } from "./words-box";

/** What the person may do with a call: Approve and Decline of the same size, then Edit and words. Approve has no shortcut, on purpose. */
export function CallDecisionRow({ call, edit }: { call: CallState; edit: ArgumentEdit }) {
  const strings = useStrings();
  const { approval } = strings;
  const { choose, isBusy, problem, rowRef } = useChoice(call);
  const isSheet = useSheets() !== undefined; // under the thumb, Approve is the second
  const place = { name: JSON.stringify(["words", call.id]), about: call.args, interruptId: call.interruptId };
  const [kept, keep] = useKeptInput(place);
  const { words, text } = readKeptWords(kept);
  const [isOpenedHere, setIsOpenedHere] = useState(false);
  const setWords = (next: Words | undefined) => {
    setIsOpenedHere(true);
    keep(next && { words: next, text: "" });
  };
  const formRef = useRef<HTMLFieldSetElement>(null);
  const lastWords = useRef(words);
  if (words !== undefined) lastWords.current = words;
  useReturningFocus(rowRef, words !== undefined, `[data-words=${lastWords.current}]`);
  const may = (type: CallDecision["type"]) => call.decisions?.includes(type) ?? false;
  // Where an edit was made before, the model's own arguments put back are a change too.
  const hasChanges = edit.changeCount > 0 || call.editedArgs !== undefined;
  const isEdited = edit.draft !== undefined && (hasChanges || edit.args === undefined);
  const label = useApproveLabel(call.phase, edit.changeCount);

  /** The fields come before the button that was pressed: the focus goes to the first, and back with Esc. */
  const beginEdit = () => {
    flushSync(edit.begin);
    formRef.current?.querySelector<HTMLElement>("input, textarea")?.focus();
  };
  const dropEdit = () => {
    rowRef.current?.querySelector<HTMLElement>("[data-edit]")?.focus({ preventScroll: true });
    edit.setDraft(undefined);
  };

  const approve = () => {
    if (!isEdited) choose({ type: "approve" });
    else if (edit.args !== undefined) choose({ type: "edit", args: edit.args });
  };

  const decline = may("decline") && (
    <Button
      icon="close"
      className="tw-decision"
      disabled={isBusy}
      data-decision="decline"
      onClick={() => choose({ type: "decline" })}
    >
      {strings.decline}
    </Button>
  );

  return (
    <>
      <ArgumentForm ref={formRef} edit={edit} onLeave={dropEdit} />
      {edit.args !== undefined && edit.changeCount > 0 && (
        <div className="tw:px-3 tw:pt-2">
          <ArgumentChanges before={call.args} after={edit.args} />
        </div>
      )}
      <div ref={rowRef} className="tw:flex tw:flex-wrap tw:items-center tw:gap-2 tw:px-3 tw:pt-2 tw:pb-3">
        {words !== undefined ? (
          <WordsBox
            label={words === "decline" ? approval.whyNot : approval.yourAnswer}
            action={words === "decline" ? strings.decline : approval.giveAnswer}
            words={text}
            isOpenedHere={isOpenedHere}
            onChange={(next) => keep({ words, text: next })}
            onGive={(text) =>
              choose(words === "decline" ? { type: "decline", reason: text } : { type: "respond", text })
            }
            onLeave={() => setWords(undefined)}
          />
        ) : (
          <>
            {isSheet && decline}
            {label !== undefined && may("approve") && (
              <Button
                tone="consent"
                icon={call.phase === "interrupted" ? "retry" : "check"}
                className="tw-decision"
                disabled={isBusy || (isEdited && edit.args === undefined)}
                data-decision="approve"
                onClick={approve}
              >
                {label}
              </Button>
            )}
            {!isSheet && decline}
            {label !== undefined && may("edit") && (
              <Button
                tone="bare"
                icon="edit"
                disabled={isBusy}
                data-edit
                onClick={edit.draft === undefined ? beginEdit : dropEdit}
              >
                {edit.draft === undefined ? approval.edit : approval.dropEdit}
              </Button>
            )}
            {may("decline") && (
              <Button tone="bare" disabled={isBusy} data-words="decline" onClick={() => setWords("decline")}>
                {approval.sayWhy}
              </Button>
            )}
            {may("respond") && (
              <Button tone="bare" disabled={isBusy} data-words="respond" onClick={() => setWords("respond")}>
                {approval.respond}
              </Button>
            )}
          </>
        )}
        {call.isConsentLasting && call.phase === "consent" && (
          <p className="tw:basis-full tw:text-xs tw:text-ink-3">{approval.isRemembered}</p>
        )}
        {problem !== undefined && (
          <p role="alert" className="tw:basis-full tw:text-xs tw:text-error">
            {problem}
          </p>
        )}
      </div>
    </>
  );
}

type Words = "decline" | "respond";

/** Which box is open, as some version of this page kept it, and what stands in it. */
function readKeptWords(kept: unknown): { readonly words: Words | undefined; readonly text: string } {
  const { words, text }: { words?: unknown; text?: unknown } = typeof kept === "object" && kept !== null ? kept : {};
  if (words !== "decline" && words !== "respond") return { words: undefined, text: "" };
  return { words, text: typeof text === "string" ? text : "" };
}

/** Gives the decision straight from the click: a tool may need it. */
function useChoice(call: CallState) {
  const { decide } = useAgent();
  const [decided, setDecided] = useState<CallPhase>();
  const [problem, setProblem] = useState<string>();
  const strings = useStrings();
  const rowRef = useRef<HTMLDivElement>(null);
  const choose = (decision: CallDecision) => {
    setDecided(call.phase);
    setProblem(undefined);
    // The buttons will be gone; the focus stays with their card.
    rowRef.current?.closest("article")?.focus({ preventScroll: true });
    decide(call.key, decision).catch((error: unknown) => {
      const isSpent = isToolweaveError(error) && error.code === "gesture_spent";
      setDecided(undefined);
      setProblem(isSpent ? strings.approval.clickAgain : strings.decisionFailed);
    });
  };
  return { choose, isBusy: decided === call.phase, problem, rowRef };
}

function useApproveLabel(phase: CallPhase, changeCount: number): string | undefined {
  const strings = useStrings();
  const label = labelOf(phase, strings);
  if (label === undefined || changeCount === 0) return label;
  return strings.approval.withChanges(label, changeCount);
}

function labelOf(phase: CallPhase, strings: ReturnType<typeof useStrings>): string | undefined {
  switch (phase) {
    case "consent":
      return strings.approve;
    case "click":
      return strings.runNow;
    case "interrupted":
      return strings.runAgain;
    default:
      return undefined;
  }
}
