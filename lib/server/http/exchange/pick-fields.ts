/** The part of a resource that a client selects; without a selection, all of it. */
export function pickFields<Resource extends object>(
  resource: Resource,
  fields: readonly string[] | null | undefined,
): Partial<Resource> {
  if (!fields) return resource;
  const chosen = Object.entries(resource).filter(([field]) => fields.includes(field));
  return Object.fromEntries(chosen) as Partial<Resource>; // its own entries, some left out
}
