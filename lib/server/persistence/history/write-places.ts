const PLACES: Readonly<Record<string, number>> = {
  __error__: -1,
  __scheduled__: -2,
  __interrupt__: -3,
  __resume__: -4,
};

/** LangGraph's place for its own writes of a task: one of each, the last one counts. `undefined`: a write of the graph. */
export function placeOfWrite(channel: string): number | undefined {
  return Object.hasOwn(PLACES, channel) ? PLACES[channel] : undefined;
}
