import { expectTypeOf } from "vitest";
import { z } from "zod";
import { defineHeadlessTool } from "@/lib/headless";
import type { JsonValue, PathState } from "@/lib/partial-json";
import { type ToolCallOf, type ToolCallView, useToolArg, useToolCallStream } from "..";

const table = defineHeadlessTool({
  name: "table",
  title: "Table",
  description: "",
  reason: "",
  input: z.object({
    title: z.string(),
    rows: z.array(z.object({ label: z.string(), cells: z.array(z.number()), note: z.string().optional() })),
    style: z.union([z.literal("plain"), z.object({ colour: z.string() })]).optional(),
    limit: z.number().default(10),
    extra: z.unknown(),
  }),
  output: z.object({ path: z.string() }),
});
const mail = defineHeadlessTool({
  name: "mail",
  title: "Mail",
  description: "",
  reason: "",
  input: z.object({ to: z.array(z.string()), body: z.string() }),
});
const tools = [table, mail.implement(() => "sent")] as const;
const byName = { table, mail };
type Table = z.output<typeof table.input>;
type PartialRow = {
  readonly label?: string | undefined;
  readonly cells?: readonly number[] | undefined;
  readonly note?: string | undefined;
};

// One tool's call, for the props of its view; its key knows the arguments.
declare const shown: ToolCallOf<typeof tools, "table">;
expectTypeOf(shown.name).toEqualTypeOf<"table">();
// @ts-expect-error: no tool of that name is declared
declare const unknownTool: ToolCallOf<typeof tools, "chart">;

export function useTypedCalls() {
  // Without tools a call is of any tool.
  expectTypeOf(useToolCallStream("k")).toEqualTypeOf<ToolCallView | undefined>();

  // With tools it is a union by name, from a list or an object, of contracts with or without code.
  const call = useToolCallStream<typeof tools>("k");
  expectTypeOf(useToolCallStream("k", tools)).toEqualTypeOf(call);
  expectTypeOf(useToolCallStream<typeof byName>("k")).toEqualTypeOf(call);
  expectTypeOf(useToolCallStream<typeof tools>({ source: new Response() })).toEqualTypeOf(call);
  if (call !== undefined) {
    expectTypeOf(call.name).toEqualTypeOf<"table" | "mail">();
    expectTypeOf(call.error).toEqualTypeOf<string | undefined>();
    expectTypeOf(call.progress).toEqualTypeOf<string | number | undefined>();
    // @ts-expect-error: no tool of that name is declared
    if (call.name === "chart") expectTypeOf(call).toBeNever();
  }

  if (call?.name === "table") {
    // Written to the end: exactly what the schema gives, defaults included.
    if (call.status === "complete") {
      expectTypeOf(call.args).toEqualTypeOf<Table>();
      expectTypeOf(call.args.limit).toEqualTypeOf<number>();
      expectTypeOf(call.args.rows[0]?.note).toEqualTypeOf<string | undefined>();
    }
    // Still being written: every part may be missing, at every depth.
    if (call.status === "streaming") {
      expectTypeOf(call.args?.title).toEqualTypeOf<string | undefined>();
      expectTypeOf(call.args?.rows).toEqualTypeOf<readonly PartialRow[] | undefined>();
      // @ts-expect-error: nothing has to be there yet
      call.args.title;
      // @ts-expect-error: the schema has no such field
      call.args?.subtitle;
    }
    expectTypeOf(call.stateAt(["rows", 0, "cells", 1])).toEqualTypeOf<PathState>();
    expectTypeOf(call.isComplete(["style", "colour"])).toEqualTypeOf<boolean>();
    call.isComplete([]);
    call.stateAt(["extra", "whatever", 3]);
    // @ts-expect-error: there is no such field
    call.stateAt(["columns"]);
    // @ts-expect-error: rows have numbers, not names
    call.stateAt(["rows", "first"]);
    // @ts-expect-error: a text has no parts
    call.isComplete(["title", 0]);

    // The result has the type of the output where that is declared; an error has none.
    if (call.result?.isError === false) expectTypeOf(call.result.value).toEqualTypeOf<{ path: string }>();
    if (call.result?.isError) expectTypeOf(call.result.value).toEqualTypeOf<unknown>();
  }
  if (call?.name === "mail" && call.result) expectTypeOf(call.result.value).toEqualTypeOf<unknown>();
}

export function useTypedArguments() {
  const label = useToolArg(shown.key, ["rows", 3, "label"]);
  if (label.state === "complete") expectTypeOf(label.value).toEqualTypeOf<string>();
  if (label.state === "growing") expectTypeOf(label.value).toEqualTypeOf<string | undefined>();
  if (label.state === "absent") expectTypeOf(label.value).toEqualTypeOf<undefined>();
  const rows = useToolArg(shown.key, ["rows"]);
  if (rows.state === "growing") expectTypeOf(rows.value).toEqualTypeOf<readonly PartialRow[] | undefined>();
  if (rows.state === "complete") expectTypeOf(rows.value).toEqualTypeOf<Table["rows"]>();
  // @ts-expect-error: there is no such field
  useToolArg(shown.key, ["rows", 3, "colour"]);

  // A plain key knows nothing: any path, any JSON.
  expectTypeOf(useToolArg("k", ["rows", 3])).toEqualTypeOf<{
    readonly state: PathState;
    readonly value: JsonValue | undefined;
  }>();
}

// A server's tool, by LangChain's words.
const sum = { name: "sum" as const, schema: z.object({ a: z.number() }) };
expectTypeOf<Extract<ToolCallOf<{ sum: typeof sum }>, { status: "complete" }>["args"]>().toEqualTypeOf<{ a: number }>();

// A type that contains itself comes to an end.
type Tree = { name: string; children: Tree[] };
const tree = defineHeadlessTool({
  name: "tree",
  title: "",
  description: "",
  reason: "",
  input: z.object({ root: z.custom<Tree>() }),
});
declare const grown: ToolCallOf<readonly [typeof tree]>;
grown.stateAt(["root", "children", 0, "children", 1, "name"]);
// @ts-expect-error: there is no such field
grown.stateAt(["root", "child"]);
