import type { StreamEvent } from "@/lib/protocol";
import { createCustomEvents, type NamedEvent } from "../projections/custom-events";
import { createStateValues } from "../projections/state-values";
import { createSubagentList, type Subagent } from "../projections/subagent-list";
import { createUsageTotals, type UsageTotals } from "../projections/usage-totals";
import type { CallState, ChatMessage } from "../session-state";
import { createWarnOnce, type Warn } from "../warn-once";
import { createMessageView } from "./message-view";
import type { MessageView } from "./message-view-type";

/** What a stream tells beside the thread's own messages and calls. */
export type Projections = {
  readonly values: Readonly<Record<string, unknown>>;
  readonly customEvents: ReadonlyMap<string, readonly NamedEvent[]>;
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
  const root = createMessageView({ now, warn, messages, calls });
  const subagents = createSubagentList({ now, warn, root, messages, calls });
  const values = createStateValues();
  const customEvents = createCustomEvents(warn);
  const usage = createUsageTotals(root);
  let runId: string | undefined;

  function apply(event: StreamEvent): void {
    if (event.event === "unknown") warnOf(event);
    if (event.event === "custom") customEvents.add(event);
    if (event.event === "metadata") runId = event.data.run_id;
    if (event.event === "updates" && event.namespace.length === 0) values.takeUpdates(event.data);
    if (event.event === "values" && event.namespace.length === 0) values.settle(event.data);
    if (event.namespace.length > 0) subagents.apply(event);
    if (!isWithinTool(event.namespace)) root.apply(event);
    subagents.hear(event);
  }

  function warnOf({ name, reason }: Extract<StreamEvent, { event: "unknown" }>): void {
    if (UNREAD.has(name) || name.startsWith("messages/")) return;
    if (reason === undefined) warn(`unknown ${name}`, `The stream has events of a kind that is not known: "${name}".`);
    else warn(`unreadable ${name}`, `An event "${name}" is not as agreed and was left out. ${reason}`);
  }

  return {
    ...root,
    apply,
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
      subagents: subagents.publish(),
      usage: usage(runId),
    }),
  };
}

/** What a tool does within itself is not the thread's; what a node does within itself is, as it comes. */
function isWithinTool(namespace: readonly string[]): boolean {
  return namespace.some((step) => step.startsWith("tools:"));
}
