/** A long list in groups of 32. Where it only grows at its end, full groups are the same arrays for ever. */
export type Groups<Item> = readonly (readonly Item[])[];

export const GROUP_LENGTH = 32;
const SHIFT = 5;

export function countOf(groups: Groups<unknown>): number {
  const last = groups.at(-1);
  return last === undefined ? 0 : (groups.length - 1) * GROUP_LENGTH + last.length;
}

export function itemAt<Item>(groups: Groups<Item>, index: number): Item | undefined {
  return groups[index >> SHIFT]?.[index & (GROUP_LENGTH - 1)];
}

/** The groups with more items behind them; copies the last group and the list of the groups, and nothing else. */
export function appended<Item>(groups: Groups<Item>, items: readonly Item[]): Groups<Item> {
  if (items.length === 0) return groups;
  const grown = [...groups];
  let open = grown.at(-1)?.length === GROUP_LENGTH ? undefined : grown.pop();
  for (let at = 0; at < items.length; ) {
    const room = GROUP_LENGTH - (open?.length ?? 0);
    grown.push([...(open ?? []), ...items.slice(at, at + room)]);
    at += room;
    open = undefined;
  }
  return grown;
}

/** The first `count` items. */
export function firstOf<Item>(groups: Groups<Item>, count: number): Groups<Item> {
  if (count >= countOf(groups)) return groups;
  const full = groups.slice(0, count >> SHIFT);
  const rest = count & (GROUP_LENGTH - 1);
  return rest === 0 ? full : [...full, (groups[full.length] ?? []).slice(0, rest)];
}

/** The new groups, with the arrays of the old ones where they hold the same objects. */
export function withOldGroups<Item>(before: Groups<Item>, after: Groups<Item>): Groups<Item> {
  const groups = after.map((group, index) => {
    const old = before[index];
    return old !== undefined && old !== group && isSameSequence(old, group) ? old : group;
  });
  return isSameSequence(before, groups) ? before : groups;
}

/** Whether two lists hold the same objects in the same order. */
export function isSameSequence(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one === other || (one.length === other.length && one.every((value, index) => value === other[index]));
}
