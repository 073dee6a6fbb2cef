import { BaseStore, type Operation, type OperationResults } from "@langchain/langgraph";
import type { Storage } from "../persistence/storage";
import { currentUser } from "../users";

/**
 * The store that graphs are given: in each run that of its user, so that no graph has to know of users. Rejects with a
 * TypeError outside of runs, and with `conflict` once all of the user was deleted since the run began.
 */
export class CurrentUserStore extends BaseStore {
  readonly #storage: Pick<Storage, "itemsOf">;

  constructor(storage: Pick<Storage, "itemsOf">) {
    super();
    this.#storage = storage;
  }

  override async batch<Op extends Operation[]>(operations: Op): Promise<OperationResults<Op>> {
    const { userId, era } = currentUser();
    return this.#storage.itemsOf(userId, era).batch(operations);
  }
}
