import { memo } from "react";
import { CopyButton } from "../../ui/export/copy-button";
import { useStrings } from "../../ui/strings";
import { HighlightedCode } from "./highlighted-code";

type Props = { language: string | undefined; pieces: readonly string[] };

/** A code block with its language, a button that copies it, and colours. It scrolls by itself. */
export const CodeBlock = memo(function CodeBlock({ language, pieces }: Props) {
  const strings = useStrings();
  return (
    <div className="tw-code">
      <div className="tw-code-head">
        <span>{language ?? strings.code.plain}</span>
        <CopyButton label={strings.code.copy} text={() => pieces.join("")} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a block that scrolls must be reachable by keyboard */}
      <pre tabIndex={0}>
        <code className={language === undefined ? undefined : `language-${language}`}>
          <HighlightedCode language={language} pieces={pieces} />
        </code>
      </pre>
    </div>
  );
});
