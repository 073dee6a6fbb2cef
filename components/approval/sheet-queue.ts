/** Calls that wait for the person, as a sheet shows them: one at a time, in the order in which they came. */
export type SheetQueue = {
  readonly waiting: readonly string[];
  /** The person closed the sheet over these: they wait in their cards. */
  readonly putOff: ReadonlySet<string>;
};

export const EMPTY_QUEUE: SheetQueue = { waiting: [], putOff: new Set() };

export type SheetChange =
  | { readonly type: "asked" | "settled" | "reopened"; readonly key: string }
  /** Closed without a decision: nothing is asked again by itself that was waiting then. */
  | { readonly type: "closed" };

export function changeSheetQueue({ waiting, putOff }: SheetQueue, change: SheetChange): SheetQueue {
  switch (change.type) {
    case "asked":
      return { waiting: [...without(waiting, change.key), change.key], putOff };
    case "settled":
      return { waiting: without(waiting, change.key), putOff: new Set(without([...putOff], change.key)) };
    case "reopened":
      return {
        waiting: [change.key, ...without(waiting, change.key)],
        putOff: new Set(without([...putOff], change.key)),
      };
    case "closed":
      return { waiting, putOff: new Set(waiting) };
    default:
      return change satisfies never;
  }
}

/** The call that the sheet is for. */
export function keyInSheet({ waiting, putOff }: SheetQueue): string | undefined {
  return waiting.find((key) => !putOff.has(key));
}

function without(keys: readonly string[], gone: string): string[] {
  return keys.filter((key) => key !== gone);
}
