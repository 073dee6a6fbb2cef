import type { z } from "zod";
import type { JsonPath, JsonValue, PathState } from "@/lib/partial-json";
import type { CallState } from "@/lib/store";
import type { DeepPartial, PathOf } from "./argument-path";

/** What the types need of a tool: a contract (`defineHeadlessTool`), or anything with a literal name and zod schemas; LangChain calls that of the arguments `schema`. */
export type DeclaredTool = { readonly name: string; readonly output?: z.ZodType | undefined } & (
  | { readonly input: z.ZodType }
  | { readonly schema: z.ZodType }
);

/** Tools as they are declared: a list or an object of contracts, or of contracts with their code. */
export type DeclaredTools =
  | readonly (DeclaredTool | { readonly contract: DeclaredTool })[]
  | Readonly<Record<string, DeclaredTool | { readonly contract: DeclaredTool }>>;

type EachOf<Tools> = Tools extends readonly (infer Tool)[] ? Tool : Tools[keyof Tools];
/** The contract of each tool. */
export type ContractOf<Tools> =
  EachOf<Tools> extends infer Tool ? (Tool extends { readonly contract: infer Contract } ? Contract : Tool) : never;

/** The names that are declared. */
export type ToolNameOf<Tools> =
  ContractOf<Tools> extends infer Tool ? (Tool extends { readonly name: infer Name } ? Name : never) : never;

declare const ARGS: unique symbol;

/** The key of a call of one tool: a string that knows the type of its arguments. `useToolArg` reads it. */
export type ToolCallKey<Args> = string & { readonly [ARGS]?: Args };

/** The arguments that a key knows; `unknown` for a plain string. */
export type ArgsOfKey<Key> = Key extends { readonly [ARGS]?: infer Args } ? Args : unknown;

type ArgsOf<Tool> = Tool extends
  | { readonly input: infer Schema extends z.ZodType }
  | { readonly schema: infer Schema extends z.ZodType }
  ? z.output<Schema>
  : unknown;
/** A tool that declares no output may give anything. */
type OutputOf<Tool> = Tool extends { readonly output?: infer Output }
  ? Exclude<Output, undefined> extends infer Schema extends z.ZodType
    ? z.output<Schema>
    : unknown
  : unknown;

type Result<Output> =
  | { readonly content: string; readonly value: Output; readonly isError: false }
  | { readonly content: string; readonly value: unknown; readonly isError: true };

type Written<Args> =
  | { readonly status: "complete"; readonly args: Args }
  | { readonly status: "streaming" | "incomplete" | "invalid"; readonly args: DeepPartial<Args> | undefined };

type CallOf<Name, Args, Output> = Omit<CallState, "key" | "name" | "args" | "status" | "result"> &
  Written<Args> & {
    readonly key: ToolCallKey<Args>;
    readonly name: Name;
    readonly result?: Result<Output>;
    /** True when nothing at this path changes any more. */
    isComplete(path: PathOf<Args>): boolean;
    stateAt(path: PathOf<Args>): PathState;
  };

/**
 * A call of one of these tools: a union by `name`. `args` are deeply partial while `status` is `streaming`, and what the
 * tool's schema gives when it is `complete`. A tool that is not declared is not in the union, although an agent may
 * call it: such a call falls through a `switch` over the names.
 */
export type ToolCallOf<Tools, Name extends ToolNameOf<Tools> = ToolNameOf<Tools>> =
  ContractOf<Tools> extends infer Tool
    ? Tool extends { readonly name: infer Each extends Name }
      ? CallOf<Each, ArgsOf<Tool>, OutputOf<Tool>>
      : never
    : never;

/** A tool call of whatever tool, and what is known about each part of its arguments. */
export type ToolCallView = CallState & {
  isComplete(path: JsonPath): boolean;
  stateAt(path: JsonPath): PathState;
};

/** One part of the arguments. What is `complete` has its type; what grows may miss parts. */
export type ToolArg<Value> =
  | { readonly state: "complete"; readonly value: Value }
  | { readonly state: "growing"; readonly value: DeepPartial<Value> | undefined }
  | { readonly state: "absent"; readonly value: undefined };

/** One part of the arguments of a call whose tool is not known. */
export type UntypedToolArg = { readonly state: PathState; readonly value: JsonValue | undefined };
