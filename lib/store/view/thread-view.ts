import type { StreamEvent } from "@/lib/protocol";
import { createCustomEvents, type NamedEvent } from "../projections/custom-events";
import { createEventPlaces } from "../projections/event-places";
import { endOf, isWithinTool } from "../projections/namespace";
import { createStateValues } from "../projections/state-values";
import { createSubagentList, type Subagent } from "../projections/subagent-list";
import { createUsageTotals, type UsageTotals } from "../projections/usage-totals";
import type { CallState, ChatMessage } from "../session-state";
import { createWarnOnce, type Warn } from "../warn-once";
import { createMessageView } from "./message-view";
import type { MessageView } from "./message-view-type";
import { namedCall } from "./tool-events";

/** What a stream tells beside the thread's own messages and calls. */
export type Projections = {
  readonly values: Readonly<Record<string, unknown>>;
  readonly customEvents: ReadonlyMap<string, readonly NamedEvent[]>;
  /** Those of `customEvents` that name no call, by their place. */
  readonly placedEvents: ReadonlyMap<string, readonly NamedEvent[]>;
  readonly subagents: readonly Subagent[];
  readonly usage: UsageTotals;
};

/** Everything that one thread shows, from one pass over its events. */
export type ThreadView = MessageView & {
  settleValues(values: unknown): void;
  /** Changes show here as they do at `publish`; what did not change keeps its identity. */
  projections(): Projections;
};

/** Events of the wire that nobody asks for here and some servers send all the same. */
const UNREAD = new Set(["checkpoints", "tasks", "debug", "events", "feedback", "lifecycle", "input"]);

export function createThreadView(now: () => number, warn: Warn = createWarnOnce()): ThreadView {
  const messages = new Map<string, ChatMessage>();
  const calls = new Map<string, CallState>();
  const places = createEventPlaces();
  const onBegin = (messageKey: string, end: string) => {
    places.begin(messageKey, end);
    subagents.begin(messageKey, end);
  };
  const onGone = (place: string) => {
    places.forget(place);
    subagents.forget(place);
  };
  const root = createMessageView({
    now,
    warn,
    messages,
    calls,
    onBegin: (messageKey) => onBegin(messageKey, ""),
    onGone,
  });
  const subagents = createSubagentList({ now, warn, root, messages, calls, onBegin, onGone });
  const values = createStateValues();
  const customEvents = createCustomEvents(warn);
  const usage = createUsageTotals(root);
  let runId: string | undefined;

  function apply(event: StreamEvent): void {
    if (event.event === "unknown") warnOf(event);
    if (event.event === "custom") take(event);
    if (event.event === "metadata") runId = event.data.run_id;
    if (event.event === "updates" && event.namespace.length === 0) values.takeUpdates(event.data);
    if (event.event === "values" && event.namespace.length === 0) values.settle(event.data);
    if (event.namespace.length > 0) subagents.apply(event);
    if (!isWithinTool(event.namespace)) root.apply(event);
    subagents.hear(event);
  }

  function take(event: Extract<StreamEvent, { event: "custom" }>): void {
    const named = customEvents.add(event);
    if (named !== undefined && namedCall(event.data) === undefined) places.add(named, endOf(event.namespace));
  }

  function warnOf({ name, reason }: Extract<StreamEvent, { event: "unknown" }>): void {
    if (UNREAD.has(name) || name.startsWith("messages/")) return;
    if (reason === undefined) warn(`unknown ${name}`, `The stream has events of a kind that is not known: "${name}".`);
    else warn(`unreadable ${name}`, `An event "${name}" is not as agreed and was left out. ${reason}`);
  }

  return {
    ...root,
    apply,
    cut: (messageKey) => {
      root.cut(messageKey);
      onGone(""); // another branch begins here: what stood at the end was said of the one before
    },
    dropCutOff: () => {
      root.dropCutOff();
      onGone("");
    },
    endRun: (ending) => {
      root.endRun(ending);
      subagents.endRun(ending);
    },
    setMayContinue: (mayContinue) => {
      root.setMayContinue(mayContinue);
      subagents.each((view) => view.setMayContinue(mayContinue));
    },
    stateAt: (callKey, path) =>
      (root.hasCall(callKey) ? root : (subagents.find(callKey) ?? root)).stateAt(callKey, path),
    isUrgent: () => root.isUrgent() || subagents.isUrgent(),
    settleValues: values.settle,
    projections: () => ({
      values: values.current(),
      customEvents: customEvents.current(),
      placedEvents: places.current(),
      subagents: subagents.publish(),
      usage: usage(runId),
    }),
  };
}
