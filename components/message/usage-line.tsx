import type { UsageMetadata } from "@/lib/protocol";
import { useStrings } from "../ui/strings-context";

/** What an answer took, as the provider counted it. */
export function UsageLine({ usage, model }: { usage: UsageMetadata; model?: string | undefined }) {
  const strings = useStrings();
  return (
    <p className="tw-usage tw:flex tw:flex-wrap tw:gap-x-3 tw:gap-y-0.5 tw:text-xs tw:text-ink-3 tw:tabular-nums">
      <span>{strings.tokensIn(usage.input_tokens)}</span>
      <span>{strings.tokensOut(usage.output_tokens)}</span>
      {model !== undefined && model !== "" && <bdi>{model}</bdi>}
    </p>
  );
}
