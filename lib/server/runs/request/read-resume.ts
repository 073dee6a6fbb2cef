import { ToolweaveError } from "@/lib/errors";
import { headlessPayloadSchema, type Interrupt } from "@/lib/protocol";

const INTERRUPT_ID = /^[0-9a-f]{32}$/;

/** Ids that a resume value answers; empty when it is one answer without an id. Source: LangGraph, a map has only 32-digit hex keys. */
export function answeredIds(resume: unknown): readonly string[] {
  return isAnswerMap(resume) ? Object.keys(resume) : [];
}

/**
 * What a resume answers, as a map from interrupt id to answer, checked against what the thread waits for.
 * Throws `interrupt_not_pending` when there is nothing to answer or an id does not wait (any more), and
 * `resume_ambiguous` when one answer without an id meets several questions: LangGraph would give it to all of them.
 */
export function readResume(resume: unknown, pending: readonly Interrupt[]): Record<string, unknown> {
  const byId = new Map(pending.map((interrupt) => [interrupt.id, interrupt]));
  const answers = isAnswerMap(resume) ? resume : toMap(resume, pending);
  const unwrapped: Record<string, unknown> = {};
  for (const [id, answer] of Object.entries(answers)) {
    const interrupt = byId.get(id);
    if (!interrupt) throw notPending(id);
    unwrapped[id] = unwrapAnswer(answer, interrupt);
  }
  return unwrapped;
}

/** An interrupt that is unknown, or that somebody has answered. `runId`: the run that is answering it. */
export function notPending(interruptId: string | undefined, runId?: string): ToolweaveError {
  const what = interruptId === undefined ? "Nothing waits for an answer" : `Interrupt ${interruptId} waits for nothing`;
  return new ToolweaveError(
    "interrupt_not_pending",
    `${what} on this thread: it was answered, cancelled, or never was.`,
    {
      context: { field: "command.resume", interrupt_id: interruptId, run_id: runId },
    },
  );
}

function isAnswerMap(resume: unknown): resume is Record<string, unknown> {
  if (typeof resume !== "object" || resume === null || Array.isArray(resume)) return false;
  const keys = Object.keys(resume);
  return keys.length > 0 && keys.every((key) => INTERRUPT_ID.test(key));
}

function toMap(answer: unknown, pending: readonly Interrupt[]): Record<string, unknown> {
  const [only, ...others] = pending;
  if (!only) throw notPending(undefined);
  if (others.length === 0) return { [only.id]: answer };
  const ids = pending.map(({ id }) => id);
  throw new ToolweaveError(
    "resume_ambiguous",
    `${pending.length} interrupts wait on this thread; answer with a map from interrupt id to answer. Waiting: ${ids.join(", ")}.`,
    { context: { field: "command.resume", interrupt_ids: ids.join(",") } },
  );
}

/** LangChain's own hook wraps a browser tool's result once more, by call id. */
function unwrapAnswer(answer: unknown, interrupt: Interrupt): unknown {
  const payload = headlessPayloadSchema.safeParse(interrupt.value);
  const callId = payload.success ? payload.data.id : undefined;
  if (!callId || typeof answer !== "object" || answer === null) return answer;
  const entries = Object.entries(answer);
  const [entry] = entries;
  return entries.length === 1 && entry?.[0] === callId ? entry[1] : answer;
}
