import { memo, useId, useState } from "react";
import { createBlockSplitter } from "./blocks/block-splitter";
import { createReferenceResolver } from "./blocks/resolve-references";
import { settleLastLine } from "./tree/settle-last-line";
import { BlockGroup } from "./view/block-view";
import { FootnoteSection } from "./view/markdown-piece";

type MarkdownProps = {
  text: string;
  isGrowing: boolean;
  /** It has ended before it was whole. */
  isCut?: boolean;
};

/**
 * A model's text, at a cost for each addition that does not grow with the text. HTML in it stays text, addresses pass
 * `safeUrl`, images are named and never loaded. What a settled block shows changes only when a definition arrives that it
 * refers to. Where the text was cut off, what is open at its end stays closed as it was seen while it was written; a whole
 * one means every mark as it stands.
 */
export const Markdown = memo(function Markdown({ text, isGrowing, isCut = false }: MarkdownProps) {
  const isOpen = isGrowing || isCut;
  const idPrefix = `${useId()}-`;
  // Both remember what they read before and nothing that changes the answer, so that a render may be thrown away.
  const [splitter] = useState(createBlockSplitter);
  const [resolve] = useState(createReferenceResolver);
  const groups = splitter.split(isGrowing ? settleLastLine(text) : text, isOpen);
  const resolved = resolve(groups, isOpen);
  return (
    <div className="tw-markdown" dir="auto">
      {groups.map((blocks, index) => (
        <BlockGroup
          // biome-ignore lint/suspicious/noArrayIndexKey: a block never changes its place
          key={index}
          blocks={blocks}
          pieces={resolved.groups[index] ?? []}
          idPrefix={idPrefix}
          isGrowing={isOpen && index === groups.length - 1}
        />
      ))}
      {resolved.footnotes === undefined ? null : <FootnoteSection footnotes={resolved.footnotes} idPrefix={idPrefix} />}
    </div>
  );
});
