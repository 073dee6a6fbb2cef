import { memo, useId, useState } from "react";
import { createBlockSplitter } from "./blocks/block-splitter";
import { createReferenceResolver } from "./blocks/resolve-references";
import { settleLastLine } from "./tree/settle-last-line";
import { BlockGroup } from "./view/block-view";
import { FootnoteSection } from "./view/markdown-piece";

/**
 * A model's text, at a cost for each addition that does not grow with the text. HTML in it stays text, addresses pass
 * `safeUrl`, images are named and never loaded. What a settled block shows changes only when a definition arrives that it
 * refers to.
 */
export const Markdown = memo(function Markdown({ text, isGrowing }: { text: string; isGrowing: boolean }) {
  const idPrefix = `${useId()}-`;
  // Both remember what they read before and nothing that changes the answer, so that a render may be thrown away.
  const [splitter] = useState(createBlockSplitter);
  const [resolve] = useState(createReferenceResolver);
  const groups = splitter.split(isGrowing ? settleLastLine(text) : text, isGrowing);
  const resolved = resolve(groups, isGrowing);
  return (
    <div className="tw-markdown" dir="auto">
      {groups.map((blocks, index) => (
        <BlockGroup
          // biome-ignore lint/suspicious/noArrayIndexKey: a block never changes its place
          key={index}
          blocks={blocks}
          pieces={resolved.groups[index] ?? []}
          idPrefix={idPrefix}
          isGrowing={isGrowing && index === groups.length - 1}
        />
      ))}
      {resolved.footnotes === undefined ? null : <FootnoteSection footnotes={resolved.footnotes} idPrefix={idPrefix} />}
    </div>
  );
});
