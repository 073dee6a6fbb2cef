import { useInfo } from "@/hooks";
import { BrandMark } from "../ui/brand-mark";

/** Who answers, and with which model. */
export function ModelLabel({ agentTitle }: { agentTitle: string }) {
  const { info } = useInfo();
  const model = info?.toolweave?.model.id;
  return (
    <span className="tw:inline-flex tw:min-w-0 tw:items-center tw:gap-1.5 tw:px-1.5 tw:text-s tw:text-ink-2">
      <BrandMark size={16} />
      <b className="tw:flex-none tw:font-medium tw:text-ink">{agentTitle}</b>
      {model !== undefined && <bdi className="tw:truncate tw:text-ink-3">{model}</bdi>}
    </span>
  );
}
