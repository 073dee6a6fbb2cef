/** One thing that is wrong with arguments, and where. */
export type ArgumentFault = { readonly path: readonly (string | number)[]; readonly message: string };

/**
 * What a JSON schema finds wrong with arguments; its reader is loaded when it is first needed. Finds nothing where that
 * cannot be loaded: the server checks again.
 */
export async function findSchemaFaults(
  schema: Readonly<Record<string, unknown>>,
  args: unknown,
): Promise<readonly ArgumentFault[]> {
  const reader = await import("./schema-faults").catch(() => undefined);
  return reader?.schemaFaults(schema, args) ?? [];
}
