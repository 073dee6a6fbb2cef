import { expectTypeOf } from "vitest";
import { z } from "zod";
import { defineHeadlessTool } from "@/lib/headless";
import { defineToolView } from "./tool-view";

type Row = { label: string; cells: number[]; note?: string };

// By name the arguments have the type that is named: deeply partial while they grow, exact once they are complete.
defineToolView<{ title: string; rows: Row[] }>("report", {
  preview: ({ args, isComplete, arg }) => {
    if (isComplete) expectTypeOf(args.rows).toEqualTypeOf<Row[]>();
    else {
      expectTypeOf(args?.title).toEqualTypeOf<string | undefined>();
      expectTypeOf(args?.rows?.[0]?.cells).toEqualTypeOf<readonly number[] | undefined>();
      // @ts-expect-error: nothing has to be there yet
      args.title;
    }
    const label = arg(["rows", 0, "label"]);
    if (label.state === "complete") expectTypeOf(label.value).toEqualTypeOf<string>();
    if (label.state === "growing") expectTypeOf(label.value).toEqualTypeOf<string | undefined>();
    if (label.state === "absent") expectTypeOf(label.value).toEqualTypeOf<undefined>();
    // @ts-expect-error: there is no such field
    arg(["rows", 0, "colour"]);
    // @ts-expect-error: a text has no parts
    arg(["title", 0]);
    return null;
  },
});

// A result has whole arguments, and what the tool gives.
defineToolView<{ city: string }, { high: number }>("weather", {
  preview: () => null,
  result: ({ args, output }) => {
    expectTypeOf(args).toEqualTypeOf<{ city: string }>();
    expectTypeOf(output).toEqualTypeOf<{ high: number }>();
    return null;
  },
});

// A contract knows both.
const place = defineHeadlessTool({
  name: "place",
  title: "",
  description: "",
  reason: "",
  input: z.object({ name: z.string(), zoom: z.number().default(3) }),
  output: z.object({ latitude: z.number() }),
});
const view = defineToolView(place, {
  preview: ({ args, isComplete }) => {
    if (isComplete) expectTypeOf(args).toEqualTypeOf<{ name: string; zoom: number }>();
    else expectTypeOf(args?.name).toEqualTypeOf<string | undefined>();
    return null;
  },
  result: ({ args, output }) => {
    expectTypeOf(args.zoom).toEqualTypeOf<number>();
    expectTypeOf(output).toEqualTypeOf<{ latitude: number }>();
    return null;
  },
});
expectTypeOf(view.name).toEqualTypeOf<string>();

// A server's tool, by LangChain's word for its arguments.
defineToolView({ name: "sum", schema: z.object({ a: z.number() }) } as const, {
  preview: ({ args, isComplete }) => {
    if (isComplete) expectTypeOf(args).toEqualTypeOf<{ a: number }>();
    return null;
  },
});

// Nothing is known of a tool that is only named.
defineToolView("anything", {
  preview: ({ args, isComplete }) => {
    if (isComplete) expectTypeOf(args).toEqualTypeOf<unknown>();
    return null;
  },
});
