import {
  BaseStore,
  type GetOperation,
  type Item,
  type ListNamespacesOperation,
  type Operation,
  type OperationResults,
  type PutOperation,
  type SearchOperation,
} from "@langchain/langgraph";
import type { Database } from "better-sqlite3";
import { itemFilter } from "./item-filter";

type Row = { namespace: string; key: string; value: string; created_at: string; updated_at: string };

type Statements = ReturnType<typeof prepare>;

/**
 * The stores of a database, by user. They share their statements, so that one costs nothing to make. `onRemoved` is told when a
 * value was deleted or replaced.
 */
export function createUserStores(database: Database, onRemoved: () => void): (userId: string) => BaseStore {
  const statements = prepare(database);
  return (userId) => new SqliteStore(statements, userId, onRemoved);
}

function prepare(database: Database) {
  const place = "user_id = ? AND namespace = ? AND key = ?";
  return {
    database,
    select: database.prepare(`SELECT * FROM user_items WHERE ${place}`),
    remove: database.prepare(`DELETE FROM user_items WHERE ${place}`),
    namespaces: database.prepare("SELECT DISTINCT namespace FROM user_items WHERE user_id = ?"),
    replace: database.prepare(`UPDATE user_items SET value = ?, updated_at = ? WHERE ${place}`),
    insert: database.prepare(
      "INSERT INTO user_items (user_id, namespace, key, value, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?)",
    ),
  };
}

/**
 * LangGraph's store of one user in SQLite: items by namespace and key. A `query` is ignored, since there is no index of meaning.
 * Operations of one batch are applied in order.
 */
class SqliteStore extends BaseStore {
  readonly #statements: Statements;
  readonly #userId: string;
  readonly #onRemoved: () => void;

  constructor(statements: Statements, userId: string, onRemoved: () => void) {
    super();
    this.#statements = statements;
    this.#userId = userId;
    this.#onRemoved = onRemoved;
  }

  override async batch<Op extends Operation[]>(operations: Op): Promise<OperationResults<Op>> {
    const results = operations.map((operation) => {
      if ("namespacePrefix" in operation) return this.#search(operation);
      if ("value" in operation) return this.#put(operation);
      if ("key" in operation) return this.#get(operation);
      return this.#list(operation);
    });
    return results as OperationResults<Op>; // one result an operation, of the kind that its shape asks for
  }

  #get({ namespace, key }: GetOperation): Item | null {
    const row = this.#statements.select.get(this.#userId, JSON.stringify(namespace), key) as Row | undefined; // the table's columns
    return row ? toItem(row) : null;
  }

  #put({ namespace, key, value }: PutOperation): void {
    const { remove, replace, insert } = this.#statements;
    const place = [this.#userId, JSON.stringify(namespace), key];
    if (value === null) {
      if (remove.run(...place).changes > 0) this.#onRemoved();
      return;
    }
    const [now, json] = [new Date().toISOString(), JSON.stringify(value)];
    if (replace.run(json, now, ...place).changes > 0) this.#onRemoved();
    else insert.run(...place, json, now, now);
  }

  #search({ namespacePrefix, filter, limit = 10, offset = 0 }: SearchOperation): Item[] {
    const prefix = under(namespacePrefix);
    const { conditions, values } = itemFilter(filter ?? {});
    const where = ["user_id = ?", ...prefix.conditions, ...conditions].join(" AND ");
    const sql = `SELECT * FROM user_items WHERE ${where} ORDER BY created_at, rowid LIMIT ? OFFSET ?`;
    const page = this.#statements.database.prepare(sql);
    const rows = page.all(this.#userId, ...prefix.values, ...values, limit, offset) as Row[];
    return rows.map(toItem);
  }

  #list({ matchConditions = [], maxDepth, limit, offset }: ListNamespacesOperation): string[][] {
    const rows = this.#statements.namespaces.all(this.#userId) as { namespace: string }[]; // the column named there
    const namespaces = rows
      .map(({ namespace }): string[] => JSON.parse(namespace))
      .filter((labels) =>
        matchConditions.every(({ matchType, path }) => {
          const part = matchType === "prefix" ? labels.slice(0, path.length) : labels.slice(-path.length);
          return part.length === path.length && path.every((label, index) => label === "*" || label === part[index]);
        }),
      )
      .map((labels) => JSON.stringify(maxDepth === undefined ? labels : labels.slice(0, maxDepth)));
    const sorted = [...new Set(namespaces)].sort().slice(offset, offset + limit);
    return sorted.map((text): string[] => JSON.parse(text));
  }
}

/** A namespace is kept as a JSON list, so what lies under a prefix begins with that list without its closing bracket. */
function under(prefix: readonly string[]): { conditions: string[]; values: unknown[] } {
  if (prefix.length === 0) return { conditions: [], values: [] };
  const text = JSON.stringify(prefix);
  const inner = `${text.slice(0, -1)},`;
  return { conditions: ["(namespace = ? OR substr(namespace, 1, ?) = ?)"], values: [text, inner.length, inner] };
}

function toItem(row: Row): Item {
  return {
    namespace: JSON.parse(row.namespace),
    key: row.key,
    value: JSON.parse(row.value),
    createdAt: new Date(row.created_at),
    updatedAt: new Date(row.updated_at),
  };
}
