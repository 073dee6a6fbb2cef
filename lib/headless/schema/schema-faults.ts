import { z } from "zod";
import type { ArgumentFault } from "./find-schema-faults";

/**
 * What a JSON schema finds wrong with arguments. A schema that cannot be read finds nothing: the server's own check comes
 * after. A module of its own: a reader of JSON schema is not small.
 */
export function schemaFaults(schema: Readonly<Record<string, unknown>>, args: unknown): readonly ArgumentFault[] {
  const read = readSchema(schema);
  return (read?.safeParse(args).error?.issues ?? []).map(({ path, message }) => ({
    path: path.map((key) => (typeof key === "symbol" ? String(key) : key)),
    message,
  }));
}

function readSchema(schema: Readonly<Record<string, unknown>>): z.ZodType | undefined {
  try {
    return z.fromJSONSchema(schema as Parameters<typeof z.fromJSONSchema>[0]);
  } catch {
    return undefined;
  }
}
