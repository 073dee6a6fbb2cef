import { ToolweaveError } from "@/lib/errors";
import { type Claim, type Interrupt, readHeadlessPayload, type Thread, type ThreadState } from "@/lib/protocol";
import type { Clock } from "../clock";

type Message = Record<string, unknown>;
type Task = { readonly id: string; readonly interrupts: readonly Interrupt[]; result: unknown };

/** One thread of the in-memory server: its state, its pauses and their claims, by the rules of the wire. */
export type MemoryThread = {
  readonly threadId: string;
  thread(isBusy: boolean): Thread;
  state(): ThreadState;
  rename(metadata: Record<string, unknown>): void;
  addMessages(messages: readonly Message[]): void;
  pause(interrupt: Interrupt): void;
  /** Answers interrupts by id; rejects with `interrupt_not_pending` and changes nothing when one of them is not pending. */
  answer(interruptIds: readonly string[]): void;
  /** A new message came: calls that nobody answered end as cancelled. */
  closePending(): void;
  claim(interruptId: string, holder: string): Claim;
};

const LEASE_MS = 120_000;

export function createMemoryThread(threadId: string, metadata: Message, clock: Clock): MemoryThread {
  let messages: Message[] = [];
  let tasks: Task[] = [];
  let info = metadata;
  let changes = 0;
  const claims = new Map<string, { holder: string; expiresAtMs: number; previousHolder: string | undefined }>();
  const time = () => new Date(Date.UTC(2026, 0, 1) + changes * 1000).toISOString();
  const isPending = (interruptId: string) =>
    tasks.some((task) => task.result === null && task.interrupts.some((interrupt) => interrupt.id === interruptId));

  return {
    threadId,
    thread: (isBusy) => ({
      thread_id: threadId,
      created_at: new Date(Date.UTC(2026, 0, 1)).toISOString(),
      updated_at: time(),
      metadata: info,
      status: isBusy ? "busy" : tasks.some((task) => task.result === null) ? "interrupted" : "idle",
      values: { messages },
    }),
    state: () =>
      structuredClone({
        values: { messages },
        next: tasks.filter((task) => task.result === null).map(() => "tools"),
        tasks: tasks.map((task) => ({ ...task, name: "tools", interrupts: [...task.interrupts] })),
        checkpoint: { thread_id: threadId, checkpoint_ns: "", checkpoint_id: String(changes) },
      }),
    rename: (changed) => {
      info = { ...info, ...changed };
      changes += 1;
    },
    addMessages: (added) => {
      changes += 1;
      for (const message of structuredClone(added)) {
        const place = messages.findIndex((other) => other.id === message.id);
        messages = place === -1 ? [...messages, message] : messages.with(place, message);
      }
    },
    pause: (interrupt) => {
      if (isPending(interrupt.id) && tasks.length > 0) {
        const isSame = (other: Interrupt) => JSON.stringify(other) === JSON.stringify(interrupt);
        if (tasks.some((task) => task.interrupts.some(isSame))) return;
      }
      changes += 1;
      tasks = [...tasks, { id: `task-${changes}`, interrupts: [interrupt], result: null }];
    },
    answer: (interruptIds) => {
      const unknown = interruptIds.find((id) => !isPending(id));
      if (unknown !== undefined) {
        throw new ToolweaveError("interrupt_not_pending", `Nothing waits for an answer to "${unknown}".`, {
          context: { status: 409, isOurs: true },
        });
      }
      changes += 1;
      tasks = tasks.map((task) =>
        task.interrupts.some((interrupt) => interruptIds.includes(interrupt.id)) ? { ...task, result: {} } : task,
      );
      if (tasks.every((task) => task.result !== null)) tasks = [];
      for (const id of interruptIds) claims.delete(id);
    },
    closePending: () => {
      for (const interrupt of tasks.flatMap((task) => (task.result === null ? task.interrupts : []))) {
        const payload = readHeadlessPayload(interrupt.value);
        if (!payload.success) continue;
        messages = [
          ...messages,
          {
            type: "tool",
            id: `cancelled-${interrupt.id}`,
            tool_call_id: payload.data.id,
            name: payload.data.name,
            status: "error",
            content: "Cancelled: the person sent a new message.",
            additional_kwargs: { toolweave: { code: "tool_cancelled" } },
          },
        ];
      }
      tasks = [];
      changes += 1;
    },
    claim: (interruptId, holder) => {
      if (!isPending(interruptId)) {
        throw new ToolweaveError("interrupt_not_pending", `Nothing waits for an answer to "${interruptId}".`, {
          context: { status: 409, isOurs: true },
        });
      }
      const current = claims.get(interruptId);
      const isForeign = current !== undefined && current.holder !== holder;
      if (isForeign && current.expiresAtMs > clock.now()) {
        throw new ToolweaveError("claimed_elsewhere", "Another tab runs this call.", {
          context: { status: 409, isOurs: true, holder: current.holder, leaseExpiresAt: isoTime(current.expiresAtMs) },
        });
      }
      const expiresAtMs = clock.now() + LEASE_MS;
      const previousHolder = isForeign ? current.holder : current?.previousHolder;
      claims.set(interruptId, { holder, expiresAtMs, previousHolder });
      const claim = { interrupt_id: interruptId, holder, lease_expires_at: isoTime(expiresAtMs) };
      return previousHolder === undefined ? claim : { ...claim, previous_holder: previousHolder };
    },
  };
}

function isoTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
