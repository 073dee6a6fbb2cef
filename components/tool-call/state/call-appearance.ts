import type { CallPhase } from "@/lib/store";
import type { IconName } from "../../ui/icon";
import type { StatusTone } from "../../ui/status-mark";

/** The pattern of the weft; weft.css draws it. */
export type WeftPattern =
  | "writing"
  | "server"
  | "browser"
  | "decision"
  | "done"
  | "failed"
  | "declined"
  | "cancelled"
  | "no-tab";

export type CallAppearance = {
  readonly tone: StatusTone;
  readonly icon: IconName;
  readonly pattern: WeftPattern;
  /** Nothing more will happen to this call. */
  readonly isSettled: boolean;
  /** The person decides; the card has buttons and cannot be folded. */
  readonly isDecision: boolean;
};

const RUNNING = { isSettled: false, isDecision: false } as const;
const DECISION = {
  tone: "consent",
  icon: "decision",
  pattern: "decision",
  isSettled: false,
  isDecision: true,
} as const;
const SETTLED = { isSettled: true, isDecision: false } as const;

const APPEARANCES: Readonly<Record<CallPhase, CallAppearance>> = {
  writing: { tone: "live", icon: "live", pattern: "writing", ...RUNNING },
  server: { tone: "live", icon: "live", pattern: "server", ...RUNNING },
  browser: { tone: "live", icon: "tab", pattern: "browser", ...RUNNING },
  elsewhere: { tone: "quiet", icon: "tab", pattern: "cancelled", ...RUNNING },
  consent: DECISION,
  click: DECISION,
  interrupted: DECISION,
  unavailable: { tone: "waiting", icon: "clock", pattern: "no-tab", isSettled: false, isDecision: true },
  done: { tone: "success", icon: "check", pattern: "done", ...SETTLED },
  failed: { tone: "error", icon: "alert", pattern: "failed", ...SETTLED },
  expired: { tone: "error", icon: "clock", pattern: "failed", ...SETTLED },
  invalid: { tone: "error", icon: "alert", pattern: "failed", ...SETTLED },
  declined: { tone: "quiet", icon: "declined", pattern: "declined", ...SETTLED },
  cancelled: { tone: "quiet", icon: "cancelled", pattern: "cancelled", ...SETTLED },
};

/** How a call in this phase looks: shape, colour, pattern of its thread. */
export function callAppearance(phase: CallPhase): CallAppearance {
  return APPEARANCES[phase];
}
