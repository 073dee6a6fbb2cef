import { useEffect, useId, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { type ToolCallView, useToolCallStream } from "@/hooks";
import type { JsonValue } from "@/lib/partial-json";
import { ArgumentChanges, CallDecisionRow, DecisionPlace, useArgumentEdit } from "../approval";
import { useAnnounce } from "../ui/announcer";
import { IconButton } from "../ui/button";
import { Icon } from "../ui/icon";
import { type Strings, useStrings } from "../ui/strings";
import { visibleText } from "../ui/visible-text";
import { CallCopies } from "./call-copies";
import { DrawnCall } from "./drawn-call";
import { EventList } from "./notes";
import { CallNotice, CallStatus, callAppearance, isNoticeFirst, refusalWords, Weft } from "./state";
import { SubAgents } from "./subagents/sub-agents";
import type { ToolView } from "./tool-view";
import { useToolView } from "./tool-views";
import { useToolTitle } from "./use-tool-title";

/** One tool call, from its first chunk to its result. Draws nothing for a key that the thread does not have. */
export function ToolCallCard({ callKey }: { callKey: string }) {
  const call = useToolCallStream(callKey);
  return call && <ToolCall call={call} />;
}

function ToolCall({ call }: { call: ToolCallView }) {
  const strings = useStrings();
  const title = useToolTitle(call.name);
  const view = useToolView(call.name);
  const { isDecision } = callAppearance(call.phase);
  const [hasCopies, setHasCopies] = useState(false);
  // A call that was already done when it came into view is a row; one that was seen at work stays where it is.
  const [isFolded, setIsFolded] = useState(call.startedAtMs === undefined && call.phase === "done");
  const isRow = isFolded && !isDecision;
  const hasRow = isDecision && !view.hasDecision;
  const edit = useArgumentEdit(call);
  const bodyId = useId();
  const cardRef = useRef<HTMLElement>(null);
  useAnnouncedCall(call, title);
  const row = <CallDecisionRow key={call.phase} call={call} edit={edit} />;
  const args = (isDecision ? edit.args : undefined) ?? call.editedArgs;
  const fold = (next: boolean) => {
    // The button that was pressed gives way to the other one, and hands it the focus.
    flushSync(() => setIsFolded(next));
    cardRef.current?.querySelector<HTMLElement>("[data-fold]")?.focus({ preventScroll: true });
  };

  return (
    <article
      ref={cardRef}
      aria-label={`${title}: ${strings.call[call.phase]}`}
      className={isRow ? "tw-call-row" : "tw-call"}
      tabIndex={-1}
      data-folded={isRow}
      data-phase={call.phase}
      data-tool={call.name}
      data-wide={view.isWide || undefined}
    >
      {isRow ? (
        <FoldedCall call={call} title={title} onUnfold={() => fold(false)} />
      ) : (
        <>
          <CallHead
            call={call}
            title={title}
            bodyId={bodyId}
            onFold={() => fold(true)}
            copies={{ isShown: hasCopies, onToggle: () => setHasCopies(!hasCopies) }}
          />
          <Weft call={call} />
          <div id={bodyId}>
            {hasCopies && <CallCopies call={call} />}
            <CallBody call={call} title={title} args={args} wasSeenWriting={call.startedAtMs !== undefined} />
            {hasRow && call.phase === "unavailable" && row}
            {hasRow && call.phase !== "unavailable" && (
              <DecisionPlace
                callKey={call.key}
                title={title}
                cardRef={cardRef}
                preview={
                  <>
                    <CallHead call={call} title={title} />
                    <Weft call={call} />
                    <CallBody call={call} title={title} args={args} wasSeenWriting={false} />
                  </>
                }
                row={row}
              />
            )}
          </div>
        </>
      )}
    </article>
  );
}

function CallHead({
  call,
  title,
  bodyId,
  onFold,
  copies,
}: {
  call: ToolCallView;
  title: string;
  bodyId?: string;
  onFold?: () => void;
  /** Absent in a sheet, which is there to decide. */
  copies?: { readonly isShown: boolean; readonly onToggle: () => void };
}) {
  const strings = useStrings();
  const { isDecision } = callAppearance(call.phase);
  return (
    <header className="tw:flex tw:h-11 tw:items-center tw:gap-2 tw:ps-3 tw:pe-1.5">
      <span className="tw:text-ink-3">
        <Icon name={useToolView(call.name).icon} />
      </span>
      <h3 className="tw:min-w-0 tw:truncate tw:text-s tw:font-strong">{title}</h3>
      <span className="tw:min-w-0 tw:flex-1 tw:basis-0 tw:truncate tw:@max-wide/toolweave:invisible tw:font-mono tw:text-mono tw:text-ink-3">
        {visibleText(call.name)}
      </span>
      <span className={`tw:flex ${isDecision ? "tw:pe-1.5" : ""}`}>
        <CallStatus call={call} />
      </span>
      {copies && (
        <IconButton
          icon="code"
          label={strings.copies.of(title)}
          className="tw-head-button"
          aria-expanded={copies.isShown}
          disabled={call.phase === "writing"}
          onClick={copies.onToggle}
        />
      )}
      {!isDecision && (
        <IconButton
          icon="chevron-down"
          label={strings.fold(title)}
          className="tw-head-button"
          data-fold
          aria-expanded={true}
          aria-controls={bodyId}
          onClick={onFold}
        />
      )}
    </header>
  );
}

function FoldedCall({ call, title, onUnfold }: { call: ToolCallView; title: string; onUnfold: () => void }) {
  const strings = useStrings();
  const view = useToolView(call.name);
  return (
    <button type="button" className="tw-fold-row" data-fold aria-expanded={false} onClick={onUnfold}>
      <Icon name={view.icon} size="s" />
      <b className="tw:flex-none tw:font-medium tw:text-ink">{title}</b>
      <span className="tw:min-w-0 tw:truncate" dir="auto">
        {visibleText(summaryOf(call, view, strings))}
      </span>
      <CallStatus call={call} />
      <Icon name="chevron-right" size="s" mirrors />
    </button>
  );
}

/** `args`: what the person made of the arguments; the tool's own view draws these. */
function CallBody({
  call,
  title,
  args,
  wasSeenWriting,
}: {
  call: ToolCallView;
  title: string;
  args: unknown;
  /** In this place. */
  wasSeenWriting: boolean;
}) {
  const view = useToolView(call.name);
  const isFirst = isNoticeFirst(call, wasSeenWriting);
  const notice = <CallNotice call={call} title={title} />;
  return (
    <div
      className={`tw:grid tw:grid-cols-[minmax(0,1fr)] tw:gap-3 tw:p-3 ${call.phase === "cancelled" ? "tw:text-ink-3" : ""}`}
    >
      {isFirst && notice}
      <DrawnCall call={args === undefined ? call : { ...call, args: args as JsonValue }} view={view} />
      {call.editedArgs !== undefined && !view.hasDecision && (
        <ArgumentChanges before={call.args} after={call.editedArgs} />
      )}
      <SubAgents callKey={call.key} />
      <CallOutputs outputs={call.outputs} />
      {!isFirst && notice}
      {typeof call.progress === "string" && (
        <p className="tw:text-xs tw:text-ink-3" dir="auto">
          {call.progress}
        </p>
      )}
    </div>
  );
}

/** What the tool gave before its result, one row. */
function CallOutputs({ outputs = [] }: { outputs: ToolCallView["outputs"] }) {
  const strings = useStrings();
  return <EventList events={outputs.map((data) => ({ name: "", data }))} name={strings.reports.given} />;
}

/** Says once that a call needs a decision, and once how it ended; nothing about calls that were settled before. */
function useAnnouncedCall(call: ToolCallView, title: string): void {
  const strings = useStrings();
  const announce = useAnnounce();
  const view = useToolView(call.name);
  const lastPhase = useRef(call.phase);
  useEffect(() => {
    if (lastPhase.current === call.phase) return;
    lastPhase.current = call.phase;
    const { isSettled, isDecision } = callAppearance(call.phase);
    if (isDecision) announce(strings.callNeedsDecision(title));
    if (isSettled) {
      announce(strings.callSettled(title, strings.call[call.phase], summaryOf(call, view, strings)));
    }
  }, [call, title, view, strings, announce]);
}

/** Of a call that came to no tool its view knows only the words for the agent. */
function summaryOf(call: ToolCallView, view: ToolView, strings: Strings): string {
  return call.refusal === undefined ? view.summary(call, strings) : refusalWords(call.name, call.refusal, strings);
}
