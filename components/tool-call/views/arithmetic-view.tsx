import type { ToolCallView } from "@/hooks";
import { defineToolView, type PreviewProps, type ReadArgument } from "../tool-view";
import { GrowingText, textOf, valueAt } from "../value";

const SIGNS: Readonly<Record<string, string>> = { multiply: "×", add: "+" };

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
        className={`tw:min-h-[34px] tw:text-xl tw:tracking-tight tw:[overflow-wrap:anywhere] ${result === undefined ? "tw:text-ink-3" : ""}`}
      >
        {result ?? "…"}
      </p>
    </div>
  );
}

function Operand({ operand: { value, state } }: { operand: ReturnType<ReadArgument<SumArgs>> }) {
  const text = textOf(value);
  if (text === undefined) return <span className="tw:text-ink-3">⋯</span>;
  return <GrowingText text={text} state={state} />;
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
