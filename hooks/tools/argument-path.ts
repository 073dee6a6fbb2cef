import type { JsonPath, JsonValue } from "@/lib/partial-json";

/** Steps of a path are counted, so that types which contain themselves come to an end. */
type Step<Depth extends readonly unknown[]> = readonly [...Depth, unknown];
type MaxDepth = 7;

/** The parts of an object that have names. */
type NameOf<Value> = Extract<keyof Value, string>;
/** True for `unknown` and `any`: nothing is known about what is inside. */
type IsOpen<Value> = unknown extends Value ? true : false;

/**
 * Every path into a value of this type, the empty one included. Seven steps deep; below that, and inside of what has no
 * type, any path goes.
 */
export type PathOf<Value, Depth extends readonly unknown[] = readonly []> =
  true extends IsOpen<Value>
    ? JsonPath
    : Depth["length"] extends MaxDepth
      ? JsonPath
      : readonly [] | StepInto<NonNullable<Value>, Depth>;

type StepInto<Value, Depth extends readonly unknown[]> = Value extends readonly (infer Item)[]
  ? readonly [number, ...PathOf<Item, Step<Depth>>]
  : Value extends object
    ? { [Name in NameOf<Value>]-?: readonly [Name, ...PathOf<Value[Name], Step<Depth>>] }[NameOf<Value>]
    : never;

/** What a path leads to. */
export type ValueAt<Value, Path extends JsonPath> =
  true extends IsOpen<Value>
    ? JsonValue
    : Path extends readonly []
      ? Value
      : Path extends readonly [infer First, ...infer Rest extends JsonPath]
        ? ValueBehind<NonNullable<Value>, First, Rest>
        : JsonValue;

type ValueBehind<Value, First, Rest extends JsonPath> = Value extends readonly (infer Item)[]
  ? ValueAt<Item, Rest>
  : Value extends object
    ? First extends keyof Value
      ? ValueAt<Exclude<Value[First], undefined>, Rest>
      : never
    : never;

/** A value that is still being written: every part of it may be missing. Lists hold no gaps; what is scalar comes whole. */
export type DeepPartial<Value> =
  true extends IsOpen<Value>
    ? Value
    : Value extends readonly (infer Item)[]
      ? readonly DeepPartial<Item>[]
      : Value extends object
        ? { readonly [Name in keyof Value]?: DeepPartial<Value[Name]> | undefined }
        : Value;
