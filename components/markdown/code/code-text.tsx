import { HighlightedCode } from "./highlighted-code";

type Props = {
  language: string | undefined;
  pieces: readonly string[];
  /** Its end stays in sight while it grows, where it has less room than lines. */
  isFollowed?: boolean;
};

/** The code of a block, in colours. It scrolls by itself. */
export function CodeText({ language, pieces, isFollowed = false }: Props) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a block that scrolls must be reachable by keyboard
    <pre tabIndex={0} data-followed={isFollowed || undefined}>
      <code className={language === undefined ? undefined : `language-${language}`}>
        <HighlightedCode language={language} pieces={pieces} />
      </code>
    </pre>
  );
}
