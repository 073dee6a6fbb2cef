import type { HeadlessCall } from "@/lib/headless";
import type { CallPhase } from "../session-state";
import type { CallRecord } from "./records";

/** What the phase of a call depends on besides the call. */
export type PhaseContext = {
  /** A run goes on, or the thread is paused: a result may still come. */
  readonly mayContinue: boolean;
};

/** Where a call is, for its card. A result beats everything; before the message has ended a call is being written. */
export function callPhase(call: CallRecord, { mayContinue }: PhaseContext): CallPhase {
  if (call.result !== undefined) {
    if (!call.result.isError) return "done";
    const code = failureCode(call);
    // As the strict parse said before the server did. A tool may refuse arguments that are whole with the same code.
    return code === "tool_input_invalid" && call.status !== "complete" ? "invalid" : failurePhase(code);
  }
  const local = call.headless === undefined ? undefined : headlessPhase(call.headless);
  if (local !== undefined) return local;
  if (call.status === "streaming") return "writing";
  if (call.ending === "cancelled") return "cancelled";
  if (call.toolError !== undefined) return "failed";
  if (call.status !== "complete" && !call.hasStarted) return "invalid";
  if (call.ending === "failed" || !mayContinue) return "failed";
  return "server";
}

/** What went wrong, by our server's word or this page's. */
export function failureCode(call: CallRecord): string | undefined {
  if (call.result !== undefined) return call.result.isError ? (call.result.code ?? localCode(call)) : undefined;
  return localCode(call);
}

/** What the card says about a call that went wrong. */
export function callError(call: CallRecord, phase: CallPhase): string | undefined {
  if (call.result?.isError) return call.result.content;
  switch (phase) {
    case "invalid":
      return call.fault ?? "The arguments were cut off or are not valid.";
    case "failed":
    case "expired":
    case "declined":
      return localFailure(call) ?? call.toolError ?? "No result came: the run ended before this call was finished.";
    case "cancelled":
      return localFailure(call);
    default:
      return undefined;
  }
}

/** True while the person may decide. */
export function isDecision(phase: CallPhase): boolean {
  return phase === "consent" || phase === "click" || phase === "interrupted" || phase === "unavailable";
}

const FINAL: ReadonlySet<CallPhase> = new Set(["done", "failed", "expired", "declined", "cancelled", "invalid"]);

/** True when nothing more happens to the call. */
export function isFinal(phase: CallPhase): boolean {
  return FINAL.has(phase);
}

function headlessPhase({ state }: HeadlessCall): CallPhase | undefined {
  switch (state.phase) {
    case "requested":
      return undefined; // as any call: the run decides
    case "claiming":
      return state.intent.type === "execute" ? "browser" : outcomePhase(state.intent.outcome);
    case "executing":
      return "browser";
    case "executed":
    case "answered":
      return outcomePhase(state.outcome);
    default:
      return state.phase;
  }
}

function outcomePhase(outcome: { type: "success" } | { type: "failure"; code: string }): CallPhase {
  return outcome.type === "success" ? "done" : failurePhase(outcome.code);
}

function failurePhase(code: string | undefined): CallPhase {
  if (code === "tool_declined") return "declined";
  if (code === "tool_timed_out") return "expired";
  return code === "tool_cancelled" ? "cancelled" : "failed";
}

/** What this page answered, for a server whose ToolMessage does not say why. */
function localCode({ headless }: CallRecord): string | undefined {
  const state = headless?.state;
  return state?.phase === "answered" && state.outcome.type === "failure" ? state.outcome.code : undefined;
}

function localFailure({ headless }: CallRecord): string | undefined {
  const state = headless?.state;
  if (state?.phase !== "executed" && state?.phase !== "answered") return undefined;
  return state.outcome.type === "failure" ? state.outcome.message : undefined;
}
