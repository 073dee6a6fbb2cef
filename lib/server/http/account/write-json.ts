import { stringifyWire } from "../../encoding/stringify-wire";

type Items = AsyncIterable<unknown> | Iterable<unknown>;

/** A list as JSON, piece by piece: one item is in memory at a time. */
export async function* writeList(items: Items): AsyncGenerator<string> {
  let separator = "[\n";
  for await (const item of items) {
    yield separator + stringifyWire(item);
    separator = ",\n";
  }
  yield separator === "[\n" ? "[]" : "\n]";
}

/** An object as JSON, with lists that are written piece by piece behind its own fields. */
export async function* writeObject(fields: object, lists: Readonly<Record<string, Items>>): AsyncGenerator<string> {
  const own = stringifyWire(fields).slice(0, -1);
  yield own;
  let separator = own === "{" ? "" : ",";
  for (const [name, items] of Object.entries(lists)) {
    yield `${separator}${JSON.stringify(name)}:`;
    yield* writeList(items);
    separator = ",";
  }
  yield "}";
}
