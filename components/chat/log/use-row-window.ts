import { defaultRangeExtractor, elementScroll, type Range, useVirtualizer } from "@tanstack/react-virtual";
import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from "react";
import { useAim } from "./use-aim";
import { hasSelectionIn } from "./use-following";

/** A guess at a message's height, until it has been drawn once. */
const USUAL_HEIGHT_PX = 140;
/** Rows beyond each edge: what the next wheel shows is there already. */
const OVERSCAN = 5;
/** Up to so many rows all are drawn: the browser's own search and folded cards keep working as they are. */
const ALL_UP_TO = 40;

export type Row = {
  readonly id: string;
  readonly index: number;
  /** The height of the rows that are left out before it. */
  readonly gapPx: number;
};

/** Where a row is brought: its start so far above the upper edge, to the middle, or just into sight. */
type Where = { readonly abovePx: number } | "center" | "auto";

export type RowWindow = {
  readonly rows: readonly Row[];
  /** The height of the rows that are left out at the end. */
  readonly gapAfterPx: number;
  readonly measure: (element: HTMLElement | null) => void;
  /** The row at the upper edge, and how far it is above it. */
  place(): { readonly id: string; readonly abovePx: number } | undefined;
  /** False when there is no such row. */
  scrollTo(id: string, where?: Where): boolean;
};

/**
 * The rows of a long list that are in sight, with what has the focus, is selected or is the newest; the others leave
 * their height. Rows may change their height, and come in front: what is being read stays where it is.
 */
export function useRowWindow(
  scrollerRef: RefObject<HTMLElement | null>,
  listRef: RefObject<HTMLElement | null>,
  ids: readonly string[],
  /** Draws the first so many rows instead, for print. */
  drawn: number | undefined,
  /** After each scrolling of its own. */
  onScrolled: () => void,
): RowWindow {
  const [marginPx, setMarginPx] = useState(0);
  const aim = useAim<Where>(scrollerRef);
  const drawnIds = useRef(ids);
  useLayoutEffect(() => {
    drawnIds.current = ids;
  }, [ids]);
  const former = useRef<Range | undefined>(undefined);
  const rangeExtractor = useCallback(
    (range: Range) => {
      const list = listRef.current;
      const before = former.current;
      const isSelecting = list !== null && hasSelectionIn(list);
      const kept =
        isSelecting && before !== undefined
          ? {
              ...range,
              startIndex: Math.min(range.startIndex, before.startIndex),
              endIndex: Math.min(range.count - 1, Math.max(range.endIndex, before.endIndex)),
            }
          : range;
      former.current = kept;
      const wanted = new Set(defaultRangeExtractor(kept));
      const at = focusedIndex(list, drawnIds.current, ids);
      if (at !== undefined) wanted.add(at);
      wanted.add(range.count - 1);
      return [...wanted].sort((a, b) => a - b);
    },
    [listRef, ids],
  );
  const virtualizer = useVirtualizer<HTMLElement, HTMLElement>({
    count: ids.length,
    getScrollElement: () => scrollerRef.current,
    estimateSize: () => USUAL_HEIGHT_PX,
    getItemKey: useCallback((index: number) => ids[index] ?? index, [ids]),
    overscan: OVERSCAN,
    rangeExtractor,
    scrollMargin: marginPx,
    anchorTo: "end", // what comes in front moves nothing
    scrollEndThreshold: -1, // useFollowing holds the end, and lets go of it
    initialOffset: () => Number.MAX_SAFE_INTEGER,
    useFlushSync: false,
    scrollToFn: (...write) => {
      aim.write(() => elementScroll(...write));
      onScrolled();
    },
  });

  // After every render: what stands above the list comes and goes, and what is read stays where it is.
  useLayoutEffect(() => {
    const scroller = scrollerRef.current;
    const list = listRef.current;
    if (scroller === null || list === null) return;
    const atPx = Math.round(
      list.getBoundingClientRect().top - scroller.getBoundingClientRect().top + scroller.scrollTop,
    );
    if (atPx === marginPx) return;
    if (marginPx > 0 && scroller.scrollTop > 0)
      aim.write(() => {
        scroller.scrollTop += atPx - marginPx;
      });
    onScrolled();
    setMarginPx(atPx);
  });

  const isAll = drawn !== undefined || ids.length <= ALL_UP_TO;
  const items = virtualizer.getVirtualItems();
  const rows = isAll
    ? ids.slice(0, drawn).map((id, index) => ({ id, index, gapPx: 0 }))
    : items.map(({ index, start }, place) => ({
        id: ids[index] ?? "",
        index,
        gapPx: Math.max(0, start - (items[place - 1]?.end ?? marginPx)),
      }));
  const lastDrawn = rows.at(-1);
  const end = lastDrawn === undefined ? marginPx : (virtualizer.measurementsCache[lastDrawn.index]?.end ?? marginPx);
  const total = virtualizer.getTotalSize() + marginPx;

  const place = useCallback(() => {
    const offset = scrollerRef.current?.scrollTop ?? 0;
    const item = virtualizer.getVirtualItemForOffset(offset);
    return item === undefined ? undefined : { id: String(item.key), abovePx: offset - item.start };
  }, [virtualizer, scrollerRef]);
  const scrollTo = useCallback(
    (id: string, where: Where = "auto") => {
      const index = ids.lastIndexOf(id);
      if (index < 0) return false;
      aim.take(id, index, where);
      if (typeof where === "string") virtualizer.scrollToIndex(index, { align: where });
      else {
        const [start] = virtualizer.getOffsetForIndex(index, "start") ?? [0];
        virtualizer.scrollToOffset(start + where.abovePx);
      }
      return true;
    },
    [virtualizer, ids, aim],
  );

  useLayoutEffect(() => {
    const aimed = aim.current();
    if (aimed !== undefined && ids[aimed.index] !== aimed.id) scrollTo(aimed.id, aimed.where);
  }, [ids, aim, scrollTo]);

  return {
    rows,
    gapAfterPx: rows.length === ids.length ? 0 : Math.max(0, total - end),
    measure: virtualizer.measureElement,
    place,
    scrollTo,
  };
}

/** The index of the row that has the focus, by its id: what comes in front gives it another one. It stays, wherever one scrolls. */
function focusedIndex(
  list: HTMLElement | null,
  drawnIds: readonly string[],
  ids: readonly string[],
): number | undefined {
  const { activeElement = null } = (list?.getRootNode() as Document | ShadowRoot | undefined) ?? {};
  if (!list?.contains(activeElement)) return undefined;
  const id = drawnIds[Number(activeElement?.closest<HTMLElement>("[data-index]")?.dataset.index)];
  const index = id === undefined ? -1 : ids.lastIndexOf(id);
  return index < 0 ? undefined : index;
}
