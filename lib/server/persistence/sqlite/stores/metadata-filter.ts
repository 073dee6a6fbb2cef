import { isPathKey } from "../../path-key";
import { assertFewFields, isPlainObject } from "../../search-bounds";

/**
 * SQL that finds rows whose JSON column (`metadata` unless another is named) holds everything in `wanted`: nested objects by their parts, lists as a whole.
 * A key that cannot be written as a SQLite path matches nothing.
 * Throws `bad_request` for more than 400 fields.
 */
export function metadataFilter(
  wanted: Record<string, unknown>,
  column = "metadata",
): { conditions: string[]; values: unknown[] } {
  assertFewFields(wanted);
  const conditions: string[] = [];
  const values: unknown[] = [];
  const visit = (part: Record<string, unknown>, path: string): void => {
    for (const [key, value] of Object.entries(part)) {
      if (!isPathKey(key)) {
        conditions.push("0");
        continue;
      }
      const place = `${path}."${key}"`;
      if (isPlainObject(value)) {
        conditions.push(`json_type(${column}, ?) = 'object'`);
        values.push(place);
        visit(value, place);
        continue;
      }
      // "->" gives canonical JSON text, so that 1 and true, "1" and 1 stay apart
      conditions.push(`(${column} -> ?) = json(?)`);
      values.push(place, JSON.stringify(value));
    }
  };
  visit(wanted, "$");
  return { conditions, values };
}
