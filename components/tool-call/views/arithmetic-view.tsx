import type { ToolCallView } from "@/hooks";
import { argumentAt, textOf } from "../argument-at";
import { GrowingText } from "../growing-text";
import { type CallProps, defineToolView } from "../tool-view";

const SIGNS: Readonly<Record<string, string>> = { multiply: "×", add: "+" };

/** Like a pocket calculator: the sum is written above, the result appears below in the place kept for it. */
function ArithmeticBody({ call }: CallProps) {
  const result = resultOf(call);
  return (
    <div className="tw:grid tw:gap-0.5 tw:text-end tw:tabular-nums" dir="ltr">
      <p className="tw:min-h-5 tw:font-mono tw:text-s tw:text-ink-2 tw:[overflow-wrap:anywhere]">
        <Operand call={call} name="a" /> {SIGNS[call.name]} <Operand call={call} name="b" />
      </p>
      <p
        className={`tw:min-h-[34px] tw:text-xl tw:tracking-tight tw:[overflow-wrap:anywhere] ${result === undefined ? "tw:text-ink-3" : ""}`}
      >
        {result ?? "…"}
      </p>
    </div>
  );
}

function Operand({ call, name }: CallProps & { name: string }) {
  const { value, state } = argumentAt(call, [name]);
  const text = textOf(value);
  if (text === undefined) return <span className="tw:text-ink-3">⋯</span>;
  return <GrowingText text={text} state={state} />;
}

function resultOf(call: ToolCallView): string | undefined {
  return call.phase === "done" ? call.result?.content : undefined;
}

function summary(call: ToolCallView): string {
  const [a, b] = ["a", "b"].map((name) => textOf(argumentAt(call, [name]).value) ?? "…");
  const result = resultOf(call);
  return `${a} ${SIGNS[call.name]} ${b}${result === undefined ? "" : ` = ${result}`}`;
}

const drawing = { icon: "calc", Preview: ArithmeticBody, Result: ArithmeticBody, summary } as const;

export const multiplyView = defineToolView({ name: "multiply", ...drawing });

export const addView = defineToolView({ name: "add", ...drawing });
