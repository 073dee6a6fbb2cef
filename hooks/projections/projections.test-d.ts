import { expectTypeOf } from "vitest";
import type { NamedEvent, Subagent, UsageTotals } from "@/lib/store";
import { useInterrupts } from "../agent/use-interrupts";
import { useCustomEvents } from "./use-custom-events";
import { useSubagents } from "./use-subagents";
import { useUsage } from "./use-usage";
import { useValues } from "./use-values";

type Review = { readonly action: string };
declare const isReview: (value: unknown) => value is Review;

export function Types() {
  const [interrupt] = useInterrupts().interrupts;
  if (interrupt?.kind === "tool") {
    expectTypeOf(interrupt.args).toEqualTypeOf<unknown>();
    // @ts-expect-error a tool's call has arguments, not a value
    interrupt.value;
  }
  if (interrupt?.kind === "question") expectTypeOf(interrupt.value).toEqualTypeOf<unknown>();
  const [review] = useInterrupts(isReview).interrupts;
  expectTypeOf(review?.value).toEqualTypeOf<Review | undefined>();
  expectTypeOf(review?.kind).toEqualTypeOf<"question" | undefined>();
  // @ts-expect-error a guard must say what it lets through
  useInterrupts((value: unknown) => String(value) === "x");

  expectTypeOf(useValues()).toEqualTypeOf<Readonly<Record<string, unknown>>>();
  expectTypeOf(useValues(({ topic }) => typeof topic === "string")).toEqualTypeOf<boolean>();
  expectTypeOf(useCustomEvents("note")).toEqualTypeOf<readonly NamedEvent[]>();
  expectTypeOf(useCustomEvents("note")[0]?.data).toEqualTypeOf<unknown>();
  expectTypeOf(useSubagents()).toEqualTypeOf<readonly Subagent[]>();
  expectTypeOf(useUsage()).toEqualTypeOf<UsageTotals>();
}
