import type { ReactNode } from "react";
import { useStrings } from "../../ui/strings";
import { visibleText } from "../../ui/visible-text";
import { type Argument, textOf } from "./argument-at";
import { GrowingText } from "./growing-text";

/** A label and a value beside it, or below it where `isStacked`. */
export function Field({
  label,
  children,
  isStacked = false,
  isAbsent = false,
}: {
  label: string;
  children?: ReactNode;
  isStacked?: boolean;
  /** Not written yet: a dotted line keeps the place. */
  isAbsent?: boolean;
}) {
  const grid = isStacked ? "tw:grid-cols-[minmax(0,1fr)]" : "tw:grid-cols-[var(--tw-label)_minmax(0,1fr)] tw:gap-x-3";
  return (
    <div className={`tw:grid tw:text-s ${grid}`}>
      <dt className={`tw:text-ink-3 tw:[overflow-wrap:anywhere] ${isStacked ? "tw:mb-0.5 tw:text-xs" : ""}`}>
        {visibleText(label)}
      </dt>
      <dd
        className={`tw:min-h-5 tw:min-w-0 tw:rtl:text-right tw:[overflow-wrap:anywhere] tw:whitespace-pre-wrap ${isAbsent ? "tw-absent" : ""}`}
        dir="auto"
      >
        {children}
      </dd>
    </div>
  );
}

/** The fields of a card; a `dl`, so that a label belongs to its value for everybody. */
export function Fields({ children }: { children: ReactNode }) {
  return <dl className="tw:grid tw:gap-3">{children}</dl>;
}

/** A field whose value is one argument of a call. */
export function ArgumentField({
  label,
  argument,
  isStacked = false,
}: {
  label: string;
  argument: Argument;
  isStacked?: boolean;
}) {
  return (
    <Field label={label} isStacked={isStacked} isAbsent={argument.state === "absent"}>
      {argument.state !== "absent" && <ScalarValue argument={argument} />}
    </Field>
  );
}

/** A text, number, yes/no or nothing, as it is written. */
export function ScalarValue({ argument: { value, state } }: { argument: Argument }) {
  const strings = useStrings();
  if (value === null) return <span className="tw:text-ink-3">{strings.nothing}</span>;
  if (typeof value === "boolean") return value ? strings.yes : strings.no;
  if (typeof value === "number") {
    return (
      <bdi className="tw:tabular-nums">
        <GrowingText text={textOf(value) ?? ""} state={state} />
      </bdi>
    );
  }
  if (value === "" && state === "complete") return <span className="tw:text-ink-3">{strings.emptyText}</span>;
  return typeof value === "string" ? <GrowingText text={value} state={state} /> : null;
}
