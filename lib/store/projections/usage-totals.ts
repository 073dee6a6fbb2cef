import { sumUsage, type UsageMetadata } from "@/lib/content";
import { NO_USAGE } from "../initial-state";
import { isSameJson } from "../view/is-same-json";
import type { MessageView } from "../view/message-view-type";

/** Tokens as the providers counted them, with their details (cache, reasoning, audio). */
export type UsageTotals = {
  /** Of all messages of the thread that is shown. */
  readonly thread: UsageMetadata;
  /** Of the run that goes on, or was followed last; undefined before the first. */
  readonly run: UsageMetadata | undefined;
};

type Counted = Pick<MessageView, "records" | "usageRevision">;

/** Adds up the usage of messages; costs their number, and that only when some usage changed. */
export function createUsageTotals(view: Counted): (runId: string | undefined) => UsageTotals {
  let counted = "";
  let totals = NO_USAGE;
  return (runId) => {
    const now = `${view.usageRevision()} ${runId}`;
    if (now === counted) return totals;
    counted = now;
    const used = [...view.records()].filter(({ usage }) => usage !== undefined);
    const sum = (some: typeof used) => sumUsage(some.map(({ usage }) => ({ usage_metadata: usage })));
    const next = {
      thread: sum(used),
      run: runId === undefined ? undefined : sum(used.filter((record) => record.runId === runId)),
    };
    if (!isSameJson(next, totals)) totals = next;
    return totals;
  };
}
