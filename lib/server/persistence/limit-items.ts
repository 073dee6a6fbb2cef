import { BaseStore, type Operation, type OperationResults, type PutOperation } from "@langchain/langgraph";
import { ToolweaveError } from "@/lib/errors";
import type { Storage } from "./storage";

/** The items of users as `storage` keeps them, so many for each at most: what is one more rejects with `limit_reached`. */
export function limitItems(storage: Pick<Storage, "itemsOf" | "countItemsOf">, maxItems: number): Storage["itemsOf"] {
  if (maxItems === Number.POSITIVE_INFINITY) return (...whose) => storage.itemsOf(...whose);
  return (userId, era) =>
    new LimitedStore(storage.itemsOf(userId, era), { maxItems, count: () => storage.countItemsOf(userId) });
}

/** Asks before it writes: of what is written at the same moment a few may go beyond. */
class LimitedStore extends BaseStore {
  readonly #store: BaseStore;
  readonly #maxItems: number;
  readonly #count: () => Promise<number>;

  constructor(store: BaseStore, { maxItems, count }: { maxItems: number; count: () => Promise<number> }) {
    super();
    this.#store = store;
    this.#maxItems = maxItems;
    this.#count = count;
  }

  override async batch<Op extends Operation[]>(operations: Op): Promise<OperationResults<Op>> {
    const added = await this.#countNew(operations.filter(isPut));
    if (added > 0 && (await this.#count()) + added > this.#maxItems) throw tooManyItems(this.#maxItems);
    return this.#store.batch(operations);
  }

  async #countNew(puts: readonly PutOperation[]): Promise<number> {
    if (puts.length === 0) return 0;
    const places = new Map(puts.map(({ namespace, key }) => [JSON.stringify([namespace, key]), { namespace, key }]));
    const found = await this.#store.batch([...places.values()]);
    return found.filter((item) => !item).length;
  }
}

function isPut(operation: Operation): operation is PutOperation {
  return "value" in operation && operation.value !== null;
}

function tooManyItems(maxItems: number): ToolweaveError {
  return new ToolweaveError(
    "limit_reached",
    `As many things are kept for you as may be (${maxItems}). Delete some to keep another.`,
    { context: { limit: maxItems } },
  );
}
