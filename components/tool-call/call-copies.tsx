import type { ToolCallView } from "@/hooks";
import { CopyButton } from "../ui/export/copy-button";
import { useStrings } from "../ui/strings";

/** Arguments and result of a call to be copied, whatever its view draws of them. */
export function CallCopies({ call }: { call: ToolCallView }) {
  const strings = useStrings();
  const { result } = call;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form's fields
    <div role="group" aria-label={strings.copies.name} className="tw-copies">
      <span>{strings.copies.arguments}</span>
      <CopyButton label={strings.copies.copyArguments} text={() => argumentsOf(call)} />
      {result !== undefined && result.content !== "" && (
        <>
          <span>{strings.result}</span>
          <CopyButton label={strings.copies.copyResult} text={() => resultOf(result)} />
        </>
      )}
    </div>
  );
}

/** With what it ran, as JSON; where it could not run because they are none, what was written. */
function argumentsOf({ status, args, editedArgs, argsText }: ToolCallView): string {
  return status === "complete" ? asJson(editedArgs ?? args ?? {}) : argsText;
}

/** As JSON; words stay words. */
function resultOf({ value, content }: NonNullable<ToolCallView["result"]>): string {
  return typeof value === "string" ? content : asJson(value);
}

function asJson(value: unknown): string {
  return JSON.stringify(value, null, 2);
}
