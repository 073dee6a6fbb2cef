import type { ReactNode } from "react";
import { Icon, type IconName } from "./icon";

const TONES = {
  quiet: "tw:text-ink-2",
  live: "tw:text-live",
  consent: "tw:text-consent",
  waiting: "tw:text-waiting",
  error: "tw:text-error",
  success: "tw:text-ink-2",
} as const;

/** Colour is the fourth sign of a state; the shape, the word and the clock come before it. */
export type StatusTone = keyof typeof TONES;

/** A state in one line that never wraps: a shape, a word, and what the caller adds (a clock, a count). */
export function StatusMark({ tone, icon, children }: { tone: StatusTone; icon: IconName; children?: ReactNode }) {
  return (
    <span
      className={`tw:inline-flex tw:items-center tw:gap-1.5 tw:text-xs tw:whitespace-nowrap tw:tabular-nums ${TONES[tone]}`}
    >
      <span className={`tw:flex-none ${tone === "success" ? "tw:text-success" : ""}`}>
        <Icon name={icon} size="s" turns={icon === "live"} />
      </span>
      {children}
    </span>
  );
}
