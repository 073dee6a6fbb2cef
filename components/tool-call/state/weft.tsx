import type { CSSProperties } from "react";
import type { CallState } from "@/lib/store";
import { callAppearance, type WeftPattern } from "./call-appearance";

/** Argument characters at which the written part of the thread is half as long as the card. */
const HALF_WOVEN_CHARACTERS = 120;
/** Where a thread that stopped is cut, in percent; how far the work was is not known. */
const CUT_PERCENT = 64;

/** The thread between a card's head and body; the head says in words what its pattern says. */
export function Weft({ call }: { call: CallState }) {
  const { pattern } = callAppearance(call.phase);
  const percent = wovenPercent(pattern, call);
  return (
    <div
      className="tw-weft"
      data-pattern={pattern}
      aria-hidden="true"
      style={{ "--tw-woven": `${percent}%` } as CSSProperties}
    >
      <i className="tw-weft-woven" />
      {pattern === "failed" && <i className="tw-weft-gap" />}
      {percent < 100 && <i className="tw-weft-rest" />}
    </div>
  );
}

/** How much of the thread is woven. The total is never known while arguments are written: it grows, and never arrives. */
function wovenPercent(pattern: WeftPattern, call: CallState): number {
  switch (pattern) {
    case "writing": {
      const length = call.argsText.length;
      return Math.round((95 * length) / (length + HALF_WOVEN_CHARACTERS));
    }
    case "server":
      return typeof call.progress === "number" ? Math.round(100 * Math.min(1, Math.max(0, call.progress))) : 100;
    case "failed":
    case "declined":
    case "cancelled":
      return CUT_PERCENT;
    case "browser":
    case "decision":
    case "done":
    case "no-tab":
      return 100;
    default:
      return pattern satisfies never;
  }
}
