import { isPathKey } from "../../path-key";

/** LangGraph's comparisons of one field, as SQL; `null` and missing are the same to `$eq` and `$ne`. */
const COMPARISONS: Readonly<Record<string, string>> = {
  $eq: "IS",
  $ne: "IS NOT",
  $gt: ">",
  $gte: ">=",
  $lt: "<",
  $lte: "<=",
};

/**
 * SQL that finds items by fields of their value: a plain value must be equal, `{$gt: 3}` and the like compare.
 * An operator that LangGraph does not know, and a key that is no SQLite path, match nothing.
 */
export function itemFilter(filter: Record<string, unknown>): { conditions: string[]; values: unknown[] } {
  const conditions: string[] = [];
  const values: unknown[] = [];
  for (const [key, wanted] of Object.entries(filter)) {
    if (!isPathKey(key)) return { conditions: ["0"], values: [] };
    const path = `$."${key}"`;
    for (const [operator, operand] of operatorsOf(wanted)) {
      const comparison = COMPARISONS[operator];
      if (!comparison) return { conditions: ["0"], values: [] };
      const isEquality = operator === "$eq" || operator === "$ne";
      // "->" keeps 1 and "1" apart; ">" must compare the values themselves
      conditions.push(
        isEquality ? `(value -> ?) ${comparison} json(?)` : `(value ->> ?) ${comparison} (json(?) ->> '$')`,
      );
      values.push(path, operand === undefined ? null : JSON.stringify(operand));
    }
  }
  return { conditions, values };
}

function operatorsOf(wanted: unknown): [string, unknown][] {
  if (typeof wanted !== "object" || wanted === null || Array.isArray(wanted)) return [["$eq", wanted]];
  const entries = Object.entries(wanted);
  return entries.some(([name]) => name.startsWith("$")) ? entries : [["$eq", wanted]];
}
