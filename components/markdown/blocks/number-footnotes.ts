import type { Definition, FootnoteDefinition } from "./parse-blocks";

/** What the text up to some place says of its footnotes. Never changed: another object is another state. */
export type Footnotes = {
  /** One entry a reference, in the order of the text. */
  readonly references: readonly string[];
  readonly notes: readonly FootnoteDefinition[];
  /** The addresses that the notes use. */
  readonly definitions: readonly Definition[];
};

/** What one piece of text adds. */
export type FootnoteReading = Footnotes;

export const NO_FOOTNOTES: Footnotes = { references: [], notes: [], definitions: [] };

export function isActive(reading: FootnoteReading): boolean {
  return reading.references.length > 0 || reading.notes.length > 0;
}

/** The footnotes after a piece, and the marks of its references in order: `number.occurrence`, `number` of one that is still to come. */
export function numberFootnotes(
  before: Footnotes,
  readings: readonly FootnoteReading[],
  isDefined: (identifier: string) => boolean,
) {
  const references = [...before.references];
  const notes = [...before.notes];
  const definitions = new Set(before.definitions);
  const numbers = new Map<string, number>();
  const counts = new Map<string, number>();
  const count = (identifier: string): string => {
    const number = numbers.get(identifier) ?? numbers.size + 1;
    const occurrence = (counts.get(identifier) ?? 0) + 1;
    numbers.set(identifier, number);
    counts.set(identifier, occurrence);
    return isDefined(identifier) ? `${number}.${occurrence}` : String(number);
  };
  for (const identifier of references) count(identifier);
  const marks = readings.map((reading) => {
    for (const note of reading.notes) {
      if (!notes.some(({ identifier }) => identifier === note.identifier)) notes.push(note);
    }
    for (const definition of reading.definitions) definitions.add(definition);
    references.push(...reading.references);
    return reading.references.map(count).join(" ");
  });
  return { after: { references, notes, definitions: [...definitions] }, marks };
}
