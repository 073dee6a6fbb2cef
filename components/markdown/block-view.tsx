import { memo } from "react";
import { type Block, isSameSequence } from "./block-splitter";
import { CodeFrame } from "./elements";
import { MarkdownPiece } from "./markdown-piece";
import type { ResolvedPiece } from "./resolve-references";

type BlockProps = {
  block: Block;
  pieces: readonly ResolvedPiece[];
  idPrefix: string;
  isGrowing: boolean;
  isFirst: boolean;
};
type GroupProps = {
  blocks: readonly Block[];
  pieces: readonly (readonly ResolvedPiece[])[];
  idPrefix: string;
  isGrowing: boolean;
};

const GROUP_LENGTH = 32;

/** The items in groups of 32; all but the last stay the same while a message grows. */
export function inGroups<Item>(items: readonly Item[]): readonly (readonly Item[])[] {
  const groups: (readonly Item[])[] = [];
  for (let at = 0; at < items.length; at += GROUP_LENGTH) groups.push(items.slice(at, at + GROUP_LENGTH));
  return groups;
}

/** Up to 32 blocks, which the browser lays out only when they come near the screen once none of them grows. */
export const BlockGroup = memo(function BlockGroup({ blocks, pieces, idPrefix, isGrowing }: GroupProps) {
  return (
    <div className="tw-markdown-group" data-full={blocks.length === GROUP_LENGTH && !isGrowing}>
      {blocks.map((block, index) => (
        <BlockView
          // biome-ignore lint/suspicious/noArrayIndexKey: a block never changes its place
          key={index}
          block={block}
          pieces={pieces[index] ?? []}
          idPrefix={idPrefix}
          isGrowing={isGrowing && index === blocks.length - 1}
          isFirst={index === 0}
        />
      ))}
    </div>
  );
}, isSameGroup);

function isSameGroup(one: GroupProps, other: GroupProps): boolean {
  return (
    one.isGrowing === other.isGrowing &&
    one.idPrefix === other.idPrefix &&
    isSameSequence(one.blocks, other.blocks) &&
    isSameSequence(one.pieces, other.pieces)
  );
}

const BlockView = memo(function BlockView({ block, pieces, idPrefix, isGrowing, isFirst }: BlockProps) {
  if (block.kind === "silent") return null;
  if (block.kind === "code") {
    return (
      <CodeFrame>
        <code className={block.language === undefined ? undefined : `language-${block.language}`}>{block.pieces}</code>
      </CodeFrame>
    );
  }
  if (block.kind === "list")
    return <ListView block={block} pieces={pieces} idPrefix={idPrefix} isGrowing={isGrowing} />;
  const [piece] = pieces;
  if (piece === undefined) return null;
  return (
    <>
      {/* HTML is drawn as bare text, which would run into that of the block before. */ isFirst ? null : "\n"}
      <MarkdownPiece piece={piece} idPrefix={idPrefix} isGrowing={isGrowing} isLooseItem={undefined} />
    </>
  );
});

type ListProps = Omit<BlockProps, "block" | "isFirst"> & { block: Extract<Block, { kind: "list" }> };

function ListView({ block, pieces, idPrefix, isGrowing }: ListProps) {
  const groups = inGroups(pieces);
  const items = groups.map((group, index) => (
    <ItemGroup
      // biome-ignore lint/suspicious/noArrayIndexKey: an item never changes its place
      key={index}
      pieces={group}
      idPrefix={idPrefix}
      isGrowing={isGrowing && index === groups.length - 1}
      isLoose={block.isLoose}
    />
  ));
  const className = block.hasTasks ? "contains-task-list" : undefined;
  if (block.start === undefined) return <ul className={className}>{items}</ul>;
  return (
    <ol start={block.start === 1 ? undefined : block.start} className={className}>
      {items}
    </ol>
  );
}

type ItemGroupProps = { pieces: readonly ResolvedPiece[]; idPrefix: string; isGrowing: boolean; isLoose: boolean };

const ItemGroup = memo(
  function ItemGroup({ pieces, idPrefix, isGrowing, isLoose }: ItemGroupProps) {
    return pieces.map((piece, index) => (
      <MarkdownPiece
        // biome-ignore lint/suspicious/noArrayIndexKey: an item never changes its place
        key={index}
        piece={piece}
        idPrefix={idPrefix}
        isGrowing={isGrowing && index === pieces.length - 1}
        isLooseItem={isLoose}
      />
    ));
  },
  (one, other) =>
    one.isGrowing === other.isGrowing &&
    one.isLoose === other.isLoose &&
    one.idPrefix === other.idPrefix &&
    isSameSequence(one.pieces, other.pieces),
);
