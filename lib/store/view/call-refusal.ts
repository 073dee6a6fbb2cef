import { readDecline } from "@/lib/protocol";
import type { CallPhase, CallRefusal } from "../session-state";
import { callError, failureCode } from "./call-phase";
import type { CallRecord } from "./records";

/** Why no tool ran; undefined for a call that came to one, and for a failure in the tool's own words. */
export function callRefusal(call: CallRecord, phase: CallPhase): CallRefusal | undefined {
  if (phase === "invalid") return { type: "unreadable" };
  const code = failureCode(call);
  if (phase === "failed" && code === "tool_input_invalid") return { type: "arguments" };
  if (phase === "failed" && code === "tool_unknown") return { type: "unknown-tool" };
  const decline = phase === "declined" ? readDecline(callError(call, phase) ?? "") : undefined;
  return decline && { type: "declined", ...decline };
}
