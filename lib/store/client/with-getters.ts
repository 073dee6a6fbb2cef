/** The properties of both in one object. Getters stay getters: copying asks for nothing. */
export function withGetters<Base extends object, More extends object>(base: Base, more: More): Base & More {
  return Object.defineProperties({} as Base & More, {
    ...Object.getOwnPropertyDescriptors(base),
    ...Object.getOwnPropertyDescriptors(more),
  });
}
