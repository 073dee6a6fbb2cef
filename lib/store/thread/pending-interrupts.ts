import type { PendingCall } from "@/lib/headless";
import { type Interrupt, readHeadlessPayload, type ThreadState } from "@/lib/protocol";
import type { Question } from "../session-state";

/** What a paused graph waits for, told apart: browser tools, and questions to the person. */
export type Pending = { readonly calls: readonly PendingCall[]; readonly questions: readonly Question[] };

/** What waits in a state, in the order of its tasks. A task with a result is answered, whatever it still lists. */
export function pendingInState(state: ThreadState): readonly Interrupt[] {
  return (state.tasks ?? []).flatMap((task) =>
    task.result === null || task.result === undefined ? (task.interrupts ?? []) : [],
  );
}

/** `callIdOf` finds a call that its payload names without an id. `refusalOf` says why a call must not be executed. */
export function sortInterrupts(
  interrupts: readonly Interrupt[],
  runId: string | undefined,
  callIdOf: (name: string) => string | undefined,
  refusalOf: (callId: string) => string | undefined,
): Pending {
  const calls: PendingCall[] = [];
  const questions: Question[] = [];
  for (const { id: interruptId, value } of interrupts) {
    const payload = readHeadlessPayload(value);
    if (!payload.success) {
      questions.push({ id: interruptId, value });
      continue;
    }
    const { name, args } = payload.data;
    const callId = payload.data.id || callIdOf(name) || interruptId;
    calls.push({ interruptId, callId, name, args, refusal: refusalOf(callId), runId });
  }
  return { calls, questions };
}
