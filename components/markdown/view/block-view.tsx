import { memo } from "react";
import type { Block } from "../blocks/block";
import { GROUP_LENGTH } from "../blocks/groups";
import type { ResolvedBlock } from "../blocks/resolve-references";
import { Fence } from "./fence";
import { ListView } from "./list-view";
import { MarkdownPiece } from "./markdown-piece";

type BlockProps = {
  block: Block;
  pieces: ResolvedBlock;
  idPrefix: string;
  isGrowing: boolean;
  isFirst: boolean;
};
type GroupProps = {
  blocks: readonly Block[];
  pieces: readonly ResolvedBlock[];
  idPrefix: string;
  isGrowing: boolean;
};

/** Up to 32 blocks, which the browser lays out only when they come near the screen once none of them grows. */
export const BlockGroup = memo(function BlockGroup({ blocks, pieces, idPrefix, isGrowing }: GroupProps) {
  return (
    <div className="tw-markdown-group" data-full={blocks.length === GROUP_LENGTH && !isGrowing}>
      {blocks.map((block, index) => (
        <BlockView
          // biome-ignore lint/suspicious/noArrayIndexKey: a block never changes its place
          key={index}
          block={block}
          pieces={pieces[index] ?? NO_PIECES}
          idPrefix={idPrefix}
          isGrowing={isGrowing && index === blocks.length - 1}
          isFirst={index === 0}
        />
      ))}
    </div>
  );
});

const NO_PIECES: ResolvedBlock = [];

const BlockView = memo(function BlockView({ block, pieces, idPrefix, isGrowing, isFirst }: BlockProps) {
  if (block.kind === "silent") return null;
  if (block.kind === "code") {
    return <Fence language={block.language} pieces={block.lines} isClosed={block.isClosed} isGrowing={isGrowing} />;
  }
  if (block.kind === "list") return <ListView list={block} items={pieces} idPrefix={idPrefix} isGrowing={isGrowing} />;
  const piece = pieces[0]?.[0];
  if (piece === undefined) return null;
  return (
    <>
      {/* HTML is drawn as bare text, which would run into that of the block before. */ isFirst ? null : "\n"}
      <MarkdownPiece piece={piece} idPrefix={idPrefix} isGrowing={isGrowing} isLooseItem={undefined} />
    </>
  );
});
