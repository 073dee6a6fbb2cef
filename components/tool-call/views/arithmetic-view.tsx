import type { ToolCallView } from "@/hooks";
import { visibleText } from "../../ui/visible-text";
import { callAppearance } from "../state";
import { defineToolView, type PreviewProps, type ReadArgument } from "../tool-view";
import { GrowingText, textOf, valueAt } from "../value";

const SIGNS: Readonly<Record<string, string>> = { multiply: "×", add: "+" };

/** A number is never broken into two lines: a long one is smaller. */
const LONG_CHARACTERS = 16;
const NUMBER = /^(?:≈ )?-?[\d.]{1,40}(?:e[+-]?\d+)?$/;

type SumArgs = { a: number; b: number };

/** Like a pocket calculator: the sum is written above, the result appears below in the place kept for it. */
function ArithmeticPreview({ call, arg }: PreviewProps<SumArgs>) {
  const result = resultOf(call);
  return (
    <div className="tw:grid tw:gap-0.5 tw:text-end tw:tabular-nums" dir="ltr">
      <p className="tw:min-h-5 tw:font-mono tw:text-s tw:text-ink-2 tw:[overflow-wrap:anywhere]">
        <Operand operand={arg(["a"])} /> {SIGNS[call.name]} <Operand operand={arg(["b"])} />
      </p>
      <p
        className={`tw:flex tw:min-h-[34px] tw:items-center tw:justify-end ${sizeOf(result)} ${result === undefined ? "tw:text-ink-3" : ""}`}
      >
        {visibleText(result ?? (callAppearance(call.phase).isSettled ? "" : "…"))}
      </p>
    </div>
  );
}

function Operand({ operand: { value, state } }: { operand: ReturnType<ReadArgument<SumArgs>> }) {
  const text = textOf(value);
  if (text === undefined) return <span className="tw:text-ink-3">⋯</span>;
  return (
    <span className="tw:whitespace-nowrap">
      <GrowingText text={text} state={state} />
    </span>
  );
}

function sizeOf(result: string | undefined): string {
  if (result !== undefined && !NUMBER.test(result)) return "tw:text-s tw:[overflow-wrap:anywhere]";
  const size = (result?.length ?? 0) > LONG_CHARACTERS ? "tw:text-s" : "tw:text-xl tw:tracking-tight";
  return `tw:whitespace-nowrap ${size}`;
}

function resultOf(call: ToolCallView): string | undefined {
  return call.phase === "done" ? call.result?.content : undefined;
}

function summary(call: ToolCallView): string {
  const [a, b] = ["a", "b"].map((name) => textOf(valueAt(call.args, [name])) ?? "…");
  const result = resultOf(call);
  return `${a} ${SIGNS[call.name]} ${b}${result === undefined ? "" : ` = ${result}`}`;
}

const drawing = { icon: "calc", preview: ArithmeticPreview, summary } as const;

export const multiplyView = defineToolView<SumArgs>("multiply", drawing);

export const addView = defineToolView<SumArgs>("add", drawing);
