import { useChoice, useInfo } from "@/hooks";
import { Notice } from "../ui/notice";
import { useStrings } from "../ui/strings";

/** What is wrong with the model that would answer, before the first message is written. */
export function ModelProblem() {
  const strings = useStrings();
  const { info } = useInfo();
  const { model = info?.toolweave?.model } = useChoice();
  const problem = model?.problem;
  if (problem === undefined) return null;
  return (
    <div className="tw:px-gutter tw:pt-3">
      <div className="tw-column">
        <Notice tone="error" icon="alert" role="alert">
          <b className="tw:font-strong">{strings.modelProblem}</b> {problem.message}
        </Notice>
      </div>
    </div>
  );
}
