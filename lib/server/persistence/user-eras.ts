import { BaseStore, type Operation, type OperationResults } from "@langchain/langgraph";
import { ToolweaveError } from "@/lib/errors";

/** Of more deletions than this the oldest are forgotten, and with them whatever is still at work from before them. */
const MAX_REMEMBERED = 10_000;

/**
 * When all of a user was deleted, so that a graph that goes on from before that, whatever it was told, keeps nothing for them
 * any more. Kept in memory, since such a graph ends with the process: what is deleted must not leave a name behind.
 */
export type UserEras = {
  /** The present one. A later one begins whenever all of anybody is deleted. */
  now(): number;
  /** All of a user is deleted now: what began before is over for them. */
  end(userId: string): void;
  /** Throws `conflict` for work that began in an era when the user had not been deleted yet, and now has been. */
  assertLasts(userId: string, era: number): void;
};

export function createUserEras(maxRemembered = MAX_REMEMBERED): UserEras {
  const ends = new Map<string, number>(); // in the order of the deletions
  let present = 0;
  let oldestKnown = 0;
  return {
    now: () => present,
    end(userId) {
      present += 1;
      ends.delete(userId);
      ends.set(userId, present);
      const [oldest] = ends;
      if (ends.size <= maxRemembered || !oldest) return;
      ends.delete(oldest[0]);
      oldestKnown = oldest[1];
    },
    assertLasts(userId, era) {
      if (era >= Math.max(oldestKnown, ends.get(userId) ?? 0)) return;
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
