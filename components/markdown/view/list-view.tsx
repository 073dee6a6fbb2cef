import { memo, type ReactNode } from "react";
import type { List } from "../blocks/block";
import { GROUP_LENGTH, type Groups } from "../blocks/groups";
import type { ResolvedPiece } from "../blocks/resolve-references";
import { MarkdownPiece } from "./markdown-piece";

/** A list with more is laid out in parts. */
const MAX_GROUPS_TOGETHER = 2;

type ListProps = { list: List; items: Groups<ResolvedPiece>; idPrefix: string; isGrowing: boolean };

/** A list. A long one is several to the browser, which lays out only those near the screen, and one to a screen reader. */
export function ListView({ list, items, idPrefix, isGrowing }: ListProps) {
  const isLong = items.length > MAX_GROUPS_TOGETHER;
  const tasks = list.hasTasks ? "contains-task-list" : "";
  const groups = items.map((pieces, index) => {
    const isLast = index === items.length - 1;
    const about = { pieces, idPrefix, isGrowing: isGrowing && isLast, isLoose: list.isLoose };
    // biome-ignore lint/suspicious/noArrayIndexKey: an item never changes its place
    if (!isLong) return <ItemGroup key={index} {...about} />;
    const start = list.start === undefined ? undefined : list.start + index * GROUP_LENGTH;
    // biome-ignore lint/suspicious/noArrayIndexKey: as above
    return <PartOfList key={index} {...about} start={start} className={tasks} isFull={!isLast} />;
  });
  // biome-ignore lint/a11y/useSemanticElements: a list element may hold nothing but items
  if (isLong) return <div role="list">{groups}</div>;
  return (
    <ListElement start={list.start} className={tasks || undefined}>
      {groups}
    </ListElement>
  );
}

type ItemGroupProps = { pieces: readonly ResolvedPiece[]; idPrefix: string; isGrowing: boolean; isLoose: boolean };
type PartProps = ItemGroupProps & { start: number | undefined; className: string; isFull: boolean };

const PartOfList = memo(function PartOfList({ start, className, isFull, ...group }: PartProps) {
  return (
    <ListElement start={start} className={`tw-markdown-items ${className}`} part={isFull ? "full" : "growing"}>
      <Items {...group} isNamed={true} />
    </ListElement>
  );
});

/** One child only: React looks at the children of whatever it skips. */
const ItemGroup = memo(function ItemGroup(group: ItemGroupProps) {
  return <Items {...group} isNamed={false} />;
});

function Items({ pieces, idPrefix, isGrowing, isLoose, isNamed }: ItemGroupProps & { isNamed: boolean }) {
  return pieces.map((piece, index) => (
    <MarkdownPiece
      // biome-ignore lint/suspicious/noArrayIndexKey: an item never changes its place
      key={index}
      piece={piece}
      idPrefix={idPrefix}
      isGrowing={isGrowing && index === pieces.length - 1}
      isLooseItem={isLoose}
      isNamedItem={isNamed}
    />
  ));
}

type ElementProps = { start: number | undefined; className: string | undefined; part?: string; children: ReactNode };

/** With bullets where there is no number to start from; part of a list, it is none by itself. */
function ListElement({ start, part, ...rest }: ElementProps) {
  const about = part === undefined ? rest : { ...rest, role: "none", "data-part": part };
  return start === undefined ? <ul {...about} /> : <ol start={start === 1 ? undefined : start} {...about} />;
}
