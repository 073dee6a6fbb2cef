import { memo } from "react";
import ReactMarkdown, { type Options } from "react-markdown";
import { safeUrl } from "../../ui/safe-url";
import type { Footnotes } from "../blocks/number-footnotes";
import type { ResolvedPiece } from "../blocks/resolve-references";
import { useCitesOf } from "../citations/cites-of";
import { placeCitations } from "../citations/place-citations";
import { closeOpenEnds } from "../tree/close-open-ends";
import { MARKDOWN_PLUGINS, moreSyntax } from "../tree/markdown-plugins";
import { limitsOf } from "../tree/parse-limits";
import {
  footnoteTree,
  loosenList,
  nameItems,
  numberFootnotes,
  onlyFootnotes,
  onlyItems,
  withoutPrefix,
} from "../tree/tree-plugins";
import { ELEMENTS } from "./elements";
import { IsGrowingContext } from "./is-growing";

type Plugins = NonNullable<Options["remarkPlugins"]>;
type PieceProps = {
  piece: ResolvedPiece;
  /** Starts the ids of this message's footnotes. */
  idPrefix: string;
  isGrowing: boolean;
  /** Undefined for a block; for the item of a list whether there is room between its items. */
  isLooseItem: boolean | undefined;
  /** Whether its element must say by itself that it is an item, since the list around it is not one. */
  isNamedItem?: boolean;
};

type FootnoteProps = { footnotes: Footnotes; idPrefix: string };

const ITEM_PLUGINS: Plugins = [onlyItems];
const NAMED_ITEM_PLUGINS: Plugins = [onlyItems, nameItems];
const FOOTNOTE_PLUGINS: Plugins = [onlyFootnotes];
const NO_PLUGINS: Plugins = [];

/** What every address of a message passes, of a link as of an image. */
export function transformUrl(url: string, name: string): string | undefined {
  return safeUrl(url, name === "src" ? "image" : "link");
}

/** One block or one item of a list, with the marks of its citations. */
export const MarkdownPiece = memo(function MarkdownPiece(props: PieceProps) {
  const { start, source } = props.piece;
  return <ParsedPiece {...props} cites={useCitesOf(start, source.length)} />;
});

/** Parsed by itself, and anew only when something of it changes. */
const ParsedPiece = memo(function ParsedPiece(props: PieceProps & { cites: string }) {
  const { piece, idPrefix, isGrowing, isLooseItem, isNamedItem, cites } = props;
  const { source, prefix, marks } = piece;
  const limits = limitsOf(prefix + source);
  const itemPlugins = isNamedItem ? NAMED_ITEM_PLUGINS : ITEM_PLUGINS;
  const remarkPlugins: Plugins = [
    ...MARKDOWN_PLUGINS,
    ...(limits.length === 0 ? [] : [[moreSyntax, limits] satisfies Plugins[number]]),
    ...(prefix === "" ? [] : [[withoutPrefix, prefix.length] satisfies Plugins[number]]),
    ...(isGrowing && limits.length === 0 ? [closeOpenEnds] : []),
    ...(marks === "" ? [] : [[numberFootnotes, { marks, idPrefix }] satisfies Plugins[number]]),
    ...(cites === "" ? [] : [[placeCitations, { cites, skipped: prefix.length }] satisfies Plugins[number]]),
    ...(isLooseItem ? [loosenList] : []),
  ];
  return (
    <IsGrowingContext value={isGrowing}>
      <ReactMarkdown
        remarkPlugins={remarkPlugins}
        rehypePlugins={isLooseItem === undefined ? NO_PLUGINS : itemPlugins}
        components={ELEMENTS}
        urlTransform={transformUrl}
      >
        {prefix + source}
      </ReactMarkdown>
    </IsGrowingContext>
  );
});

/** The footnotes of a message, below it. */
export const FootnoteSection = memo(function FootnoteSection({ footnotes, idPrefix }: FootnoteProps) {
  return (
    <ReactMarkdown
      remarkPlugins={[...MARKDOWN_PLUGINS, [footnoteTree, footnotes]]}
      rehypePlugins={FOOTNOTE_PLUGINS}
      remarkRehypeOptions={{ clobberPrefix: idPrefix }}
      components={ELEMENTS}
      urlTransform={transformUrl}
    >
      {""}
    </ReactMarkdown>
  );
});
