import { memo } from "react";
import { CopyButton } from "../../ui/export/copy-button";
import { useStrings } from "../../ui/strings";
import { CodeText } from "./code-text";

type Props = { language: string | undefined; pieces: readonly string[] };

/** A code block with its language, a button that copies it, and colours. */
export const CodeBlock = memo(function CodeBlock({ language, pieces }: Props) {
  const strings = useStrings();
  return (
    <div className="tw-code">
      <div className="tw-code-head">
        <span>{language ?? strings.code.plain}</span>
        <CopyButton label={strings.code.copy} text={() => pieces.join("")} />
      </div>
      <CodeText language={language} pieces={pieces} />
    </div>
  );
});
