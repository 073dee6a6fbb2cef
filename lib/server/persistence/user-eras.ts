import { BaseStore, type Operation, type OperationResults } from "@langchain/langgraph";
import { ToolweaveError } from "@/lib/errors";
import type { Era } from "./storage";

/**
 * Whether all of a user was deleted since some work began, so that a graph that goes on from before that, whatever it was told,
 * keeps nothing for them any more. Such a graph ends with the process, and holds its own era until then: nothing else need be
 * remembered of those who were deleted, however many they are.
 */
export type UserEras = {
  /** The present one of a user, for as long as anybody holds it. */
  of(userId: string): Era;
  /** All of a user is deleted now: what began before is over for them. */
  end(userId: string): void;
  /** Throws `conflict` for work that began before its user was deleted. */
  assertLasts(era: Era): void;
};

export function createUserEras(): UserEras {
  const present = new Map<string, WeakRef<Era>>();
  const over = new WeakSet<Era>();
  const forgetting = new FinalizationRegistry<string>((userId) => {
    if (!present.get(userId)?.deref()) present.delete(userId); // else another one has begun
  });
  return {
    of(userId) {
      const known = present.get(userId)?.deref();
      if (known) return known;
      const era: Era = {};
      present.set(userId, new WeakRef(era));
      forgetting.register(era, userId);
      return era;
    },
    end(userId) {
      const era = present.get(userId)?.deref();
      if (era) over.add(era);
      present.delete(userId);
    },
    assertLasts(era) {
      if (!over.has(era)) return;
      throw new ToolweaveError("conflict", "All data of this user was deleted; nothing from before is kept any more.");
    },
  };
}

/**
 * A store that is asked for, or refused, at each batch. It must do what it is told at once, so that nothing comes between the
 * question and what is written.
 */
export class StoreAtHand extends BaseStore {
  readonly #find: () => BaseStore;

  constructor(find: () => BaseStore) {
    super();
    this.#find = find;
  }

  override async batch<Op extends Operation[]>(operations: Op): Promise<OperationResults<Op>> {
    return this.#find().batch(operations);
  }
}
