import type { JsonValue } from "@/lib/partial-json";
import type { CallPhase, CallState } from "../session-state";
import { callError, isDecision, isFinal } from "./call-phase";
import { callRefusal } from "./call-refusal";
import type { CallRecord } from "./records";

/** The call as it is shown. */
export function showCall(call: CallRecord, phase: CallPhase): CallState {
  const result = call.result ?? localResult(call);
  const error = callError(call, phase);
  const refusal = callRefusal(call, phase);
  const reason = call.headless?.reason;
  const editedArgs = (call.result?.editedArgs ?? call.headless?.editedArgs) as JsonValue | undefined; // plain JSON
  const decision = call.result === undefined && isDecision(phase) ? call.headless : undefined;
  const interruptId = call.result === undefined ? call.headless?.pending.interruptId : undefined;
  return {
    key: call.key,
    messageId: call.messageKey,
    id: call.id,
    name: call.name,
    argsText: call.argsText,
    args: call.args,
    status: call.status,
    phase,
    ...(result === undefined
      ? {}
      : { result: { content: result.content, value: result.value, isError: result.isError } }),
    ...(error === undefined ? {} : { error }),
    ...(refusal === undefined ? {} : { refusal }),
    ...(phase === "cancelled" && mayHaveRun(call) ? { mayHaveRun: true } : {}),
    ...(reason === undefined ? {} : { reason }),
    ...(decision === undefined ? {} : { decisions: decision.decisions, isConsentLasting: decision.isConsentLasting }),
    ...(call.result === undefined && call.headless?.canRetry ? { canRunAgain: true } : {}),
    ...(phase === "click" && isAskedAgain(call) ? { isAskedAgain: true } : {}),
    ...(editedArgs === undefined ? {} : { editedArgs }),
    ...(call.progress === undefined || isFinal(phase) ? {} : { progress: call.progress }),
    ...(call.outputs.length === 0 ? {} : { outputs: [...call.outputs] }),
    ...(interruptId === undefined ? {} : { interruptId }),
    ...(call.startedAtMs === undefined ? {} : { startedAtMs: call.startedAtMs }),
    ...(call.settledAtMs === undefined ? {} : { settledAtMs: call.settledAtMs }),
  };
}

function isAskedAgain({ headless }: CallRecord): boolean {
  return headless?.state.phase === "click" && headless.state.isAskedAgain === true;
}

function mayHaveRun({ hasRun, hasStarted, result }: CallRecord): boolean {
  return hasRun || hasStarted || result?.mayHaveRun === true;
}

/** What the browser tool gave, until the server's ToolMessage says the same. */
function localResult({ headless }: CallRecord): CallState["result"] | undefined {
  const state = headless?.state;
  if (state?.phase !== "executed" && state?.phase !== "answered") return undefined;
  if (state.outcome.type === "failure") return undefined;
  const { value } = state.outcome;
  return { content: typeof value === "string" ? value : JSON.stringify(value), value, isError: false };
}
