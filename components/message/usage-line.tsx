import { useInfo } from "@/hooks";
import type { UsageMetadata } from "@/lib/protocol";
import type { ChatMessage } from "@/lib/store";
import { useStrings } from "../ui/strings";
import { contextShare, costOf, detailOf, factsOf } from "./usage-cost";

/** A shorter time says nothing of a speed: the pieces came together, as after a reload. */
const MIN_WRITING_MS = 500;

type Props = { usage: UsageMetadata; model?: string | undefined; timing?: ChatMessage["timing"] };

/** What an answer took: tokens as the provider counted them, their price, and the time as it was seen here. */
export function UsageLine({ usage, model, timing }: Props) {
  const strings = useStrings();
  const { info } = useInfo();
  const facts = factsOf(model, info?.toolweave?.models);
  const cached = detailOf(usage.input_token_details, "cache_read");
  const reasoning = detailOf(usage.output_token_details, "reasoning");
  const cost = costOf(usage, facts);
  const share = contextShare(usage, facts);
  const isMeasured = timing !== undefined && timing.writingMs >= MIN_WRITING_MS;
  const words = [
    strings.tokensIn(usage.input_tokens),
    cached > 0 && strings.tokensCached(cached),
    strings.tokensOut(usage.output_tokens),
    reasoning > 0 && strings.tokensReasoning(reasoning),
    cost && strings.cost(cost.amount, cost.currency),
    share !== undefined && strings.contextFull(share),
    isMeasured && strings.firstToken(timing.waitedMs),
    isMeasured && strings.tokensPerSecond(usage.output_tokens / (timing.writingMs / 1000)),
  ].filter((said) => typeof said === "string");
  return (
    <p className="tw-usage tw:flex tw:flex-wrap tw:gap-x-3 tw:gap-y-0.5 tw:text-xs tw:text-ink-3 tw:tabular-nums">
      {words.map((said) => (
        <span key={said}>{said}</span>
      ))}
      {model !== undefined && model !== "" && <bdi>{model}</bdi>}
    </p>
  );
}
