import { choiceOf } from "../choice/run-choice";
import type { SessionEnvironment } from "../session-environment";
import type { ThreadModel } from "../thread/thread-model";
import { keepSame } from "../view/is-same-json";

type Metadata = Readonly<Record<string, unknown>>;

/** What the server keeps beside a thread's state, and what is being changed of it. */
export type ThreadMetadata = {
  /** As the server has it now. Never rejects: what cannot be read now is read the next time. */
  read(): Promise<void>;
  /** The server is known to have set these keys; shown with what comes next. */
  take(changes: Metadata): void;
  /**
   * Changes these keys alone: shown at once, and as before when the server refuses, which rejects. Changes go out one
   * after the other, so that the last one counts.
   */
  change(changes: Metadata): Promise<void>;
};

export function createThreadMetadata(
  model: ThreadModel,
  { transport, tabs }: Pick<SessionEnvironment, "transport" | "tabs">,
  announce: () => void,
  signal: AbortSignal,
): ThreadMetadata {
  let known: Metadata = {};
  /** On their way to the server, oldest first: they stand over what it says. */
  let pending: readonly Metadata[] = [];
  let lastChange: Promise<unknown> = Promise.resolve();
  /** What was asked for before a change says nothing of it. */
  let changes = 0;

  function merge(): boolean {
    const next = Object.assign({}, known, ...pending) as Metadata; // as the server does it
    const shown = keepSame(model.metadata, next);
    const isNew = shown !== model.metadata;
    model.metadata = shown;
    model.lastChoice = keepSame(model.lastChoice, choiceOf(shown));
    return isNew;
  }

  function show(): void {
    if (merge() && !model.isDetached) announce();
  }

  return {
    read: async () => {
      const { threadId } = model;
      if (threadId === undefined || !model.isCreated || model.isDetached) return;
      const before = changes;
      try {
        const read = await transport.getMetadata(threadId, signal);
        if (before !== changes) return;
        known = read;
        show();
      } catch {
        // it is read again with the next news of the thread; that the thread is gone others say
      }
    },

    take: (taken) => {
      changes += 1;
      known = { ...known, ...taken };
      merge();
    },

    change: (changed) => {
      const { threadId } = model;
      pending = [...pending, changed];
      show();
      const send = async () => {
        changes += 1;
        try {
          const { metadata } = await transport.updateThread(threadId ?? "", changed);
          known = metadata ?? { ...known, ...changed };
          if (threadId !== undefined) tabs.announce({ type: "thread-changed", threadId });
        } finally {
          changes += 1;
          pending = pending.filter((other) => other !== changed);
          show();
        }
      };
      const sent = lastChange.then(send);
      lastChange = sent.catch(() => {});
      return sent;
    },
  };
}
