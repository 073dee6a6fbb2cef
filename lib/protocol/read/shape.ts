/**
 * Checks a value against a shape: undefined when it fits, else the path to the first part that does not ("" is the
 * value itself). A browser loads these in place of zod; `read.test.ts` holds that both accept the same.
 */
export type Check = (value: unknown) => string | undefined;

/** A value that was read by a shape, or the path to what is wrong with it. */
export type Read<Value> =
  | { readonly success: true; readonly data: Value }
  | { readonly success: false; readonly reason: string };

/** The keys that a loose object names. */
type Named<Shape> = keyof { [Key in keyof Shape as string extends Key ? never : Key]: Shape[Key] };

/** One check for each key that the type names: a key that a schema gets later is missed by the compiler here. */
export type Fields<Shape> = { readonly [Key in Named<Shape>]-?: Check };

const MISFIT = "";

export const anything: Check = () => undefined;
export const text: Check = (value) => (typeof value === "string" ? undefined : MISFIT);
export const finite: Check = (value) => (Number.isFinite(value) ? undefined : MISFIT);
export const truth: Check = (value) => (typeof value === "boolean" ? undefined : MISFIT);
export const record: Check = (value) => (isRecord(value) ? undefined : MISFIT);

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Absent, or as the check says. */
export function maybe(check: Check): Check {
  return (value) => (value === undefined ? undefined : check(value));
}

/** Absent, null, or as the check says. */
export function orNull(check: Check): Check {
  return (value) => (value === undefined || value === null ? undefined : check(value));
}

export function either(first: Check, second: Check): Check {
  return (value) => (first(value) === undefined ? undefined : second(value));
}

export function oneOf<Word extends string>(...words: readonly Word[]): Check {
  return (value) => (words.includes(value as Word) ? undefined : MISFIT); // only compared
}

export function listOf(check: Check): Check {
  return (value) => {
    if (!Array.isArray(value)) return MISFIT;
    for (let index = 0; index < value.length; index += 1) {
      const wrong = check(value[index]);
      if (wrong !== undefined) return below(index, wrong);
    }
    return undefined;
  };
}

/** An object with these fields; others are let through as they are. */
export function object<Shape>(fields: Fields<Shape>): Check {
  const checks = new Map(Object.entries<Check>(fields));
  const required = [...checks.keys()].filter((name) => checks.get(name)?.(undefined) !== undefined);
  return (value) => {
    if (!isRecord(value)) return MISFIT;
    for (const name of required) if (value[name] === undefined) return name;
    // A piece of a message has five fields where its shape names fourteen: what is there is looked up, not what could be.
    for (const name in value) {
      const wrong = checks.get(name)?.(value[name]);
      if (wrong !== undefined) return below(name, wrong);
    }
    return undefined;
  };
}

/** An object whose every value is as the check says. */
export function recordOf(check: Check): Check {
  return (value) => {
    if (!isRecord(value)) return MISFIT;
    for (const name of Object.keys(value)) {
      const wrong = check(value[name]);
      if (wrong !== undefined) return below(name, wrong);
    }
    return undefined;
  };
}

/** A reader of what a check lets through: the value itself, not a copy. The type is the schema's, and the test beside holds it. */
export function reader<Value>(check: Check): (value: unknown) => Read<Value> {
  return (value) => {
    const wrong = check(value);
    return wrong === undefined
      ? { success: true, data: value as Value } // the check and the schema of this type accept the same
      : { success: false, reason: reasonOf(wrong) };
  };
}

/** What is wrong, in words. */
export function reasonOf(path: string): string {
  return path === "" ? "it has another shape" : `"${path}" is missing or has another shape`;
}

function below(step: string | number, rest: string): string {
  return rest === "" ? String(step) : `${step}.${rest}`;
}
