import { BaseStore, type Operation, type OperationResults } from "@langchain/langgraph";
import type { Storage } from "../persistence/storage";
import { currentUserId } from "../users";

/**
 * The store that graphs are given: in each run that of its user, so that no graph has to know of users. Rejects with a
 * TypeError outside of runs.
 */
export class CurrentUserStore extends BaseStore {
  readonly #storage: Pick<Storage, "itemsOf">;

  constructor(storage: Pick<Storage, "itemsOf">) {
    super();
    this.#storage = storage;
  }

  override async batch<Op extends Operation[]>(operations: Op): Promise<OperationResults<Op>> {
    return this.#storage.itemsOf(currentUserId()).batch(operations);
  }
}
