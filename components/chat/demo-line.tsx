import { useChoice, useInfo } from "@/hooks";
import { useStrings } from "../ui/strings";

/** Says that the model is the demo, as long as it is. */
export function DemoLine() {
  const strings = useStrings();
  const { info } = useInfo();
  const { model = info?.toolweave?.model } = useChoice();
  if (model?.isDemo !== true) return null;
  return <p className="tw:px-1 tw:pt-2 tw:text-xs tw:text-ink-3">{strings.demoModel}</p>;
}
