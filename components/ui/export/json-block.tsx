import { useStrings } from "../strings";
import { visibleText, writtenOut } from "../visible-text";
import { CopyButton } from "./copy-button";

/** Past this a value is not read by anybody; the button copies all of it. */
const MAX_SHOWN_LENGTH = 4_000;

/** A value as JSON under its name, to be read and copied. */
export function JsonBlock({ name, value }: { name: string; value: unknown }) {
  const strings = useStrings();
  const json = JSON.stringify(value, null, 2) ?? "";
  const isCut = json.length > MAX_SHOWN_LENGTH;
  return (
    <div className="tw-code">
      <div className="tw-code-head">
        <span>{visibleText(name)}</span>
        <CopyButton label={strings.copyJson(writtenOut(name))} text={() => json} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a block that scrolls must be reachable by keyboard */}
      <pre tabIndex={0} className="tw:overflow-x-auto tw:p-3 tw:text-xs">
        {visibleText(isCut ? `${json.slice(0, MAX_SHOWN_LENGTH)} …` : json)}
      </pre>
    </div>
  );
}
