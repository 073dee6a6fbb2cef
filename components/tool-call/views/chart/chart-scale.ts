const STEPS = [1, 2, 2.5, 5, 10] as const;
const MAX_LINES = 4;

/** Round numbers around all values, zero among them: where a chart begins and ends, and where its lines are. */
export function chartScale(
  values: readonly number[],
  max?: number,
): { readonly least: number; readonly greatest: number; readonly marks: readonly number[] } {
  const top = Math.max(0, max ?? 0, ...values);
  const bottom = Math.min(0, ...values);
  const step = roundStep((top - bottom || 1) / MAX_LINES);
  const first = Math.floor(bottom / step);
  const last = Math.max(Math.ceil(top / step), first + 1);
  const marks = Array.from({ length: last - first + 1 }, (_, index) => clean((first + index) * step));
  return { least: clean(first * step), greatest: clean(last * step), marks };
}

/** The next of 1, 2, 2.5, 5 and 10 times a power of ten. */
function roundStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  return (STEPS.find((step) => step * power >= least - power / 1e6) ?? 10) * power;
}

/** Without the last digits of a product of decimals. */
function clean(value: number): number {
  return Number(value.toPrecision(12));
}
