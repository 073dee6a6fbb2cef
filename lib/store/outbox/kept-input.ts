import { isSameJson } from "../view/is-same-json";

/** A box of a thread, beside the composer, that a person writes in: its name, and what is written there is about. */
export type InputPlace = {
  /** Unique in its thread. */
  readonly name: string;
  /** Plain JSON. What was written about anything else is not shown here. */
  readonly about: unknown;
  /** Set where the box is there only as long as this interrupt waits. */
  readonly interruptId?: string | undefined;
};

/** What a person wrote into one box and has not given yet. `value`: plain JSON. */
export type KeptInput = InputPlace & { readonly value: unknown };

/** Of one thread; of more the oldest go. */
const MAX_INPUTS = 100;

/** What was written at exactly this place, about exactly this. */
export function inputAt(inputs: readonly KeptInput[], place: InputPlace): unknown {
  return inputs.find((kept) => isAt(kept, place))?.value;
}

/** With this in the place's box, `undefined`: with nothing. */
export function withInput(
  inputs: readonly KeptInput[],
  { name, about, interruptId }: InputPlace,
  value: unknown,
): readonly KeptInput[] {
  const others = inputs.filter((kept) => kept.name !== name);
  if (value === undefined) return others.length === inputs.length ? inputs : others;
  return [...others, { name, about, value, ...(interruptId === undefined ? {} : { interruptId }) }].slice(-MAX_INPUTS);
}

function isAt(kept: KeptInput, { name, about, interruptId }: InputPlace): boolean {
  return kept.name === name && kept.interruptId === interruptId && isSameJson(kept.about, about);
}
