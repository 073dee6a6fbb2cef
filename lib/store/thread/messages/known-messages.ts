import type { ThreadState } from "@/lib/protocol";
import type { MessageRange } from "./message-range";
import { messagesOf, withMessages } from "./state-messages";

/** The messages of a thread as they were at a checkpoint at which a turn had ended: those stay on the server. */
export type KnownMessages = {
  /** The checkpoint to name when the newest state is asked for; undefined before the first. */
  since(): string | undefined;
  /**
   * The whole of a newest state. What the server left out because it is known is put back; messages that are the same are
   * the same objects. `earlier_messages` says how many come before those that it has. Undefined when it does not go
   * together: then all must be asked for.
   */
  complete(state: ThreadState): ThreadState | undefined;
};

/** So that a turn costs what it adds, however long the thread is. A server that always gives all is taken as it is. */
export function createKnownMessages(): KnownMessages {
  let known: ({ readonly checkpointId: string } & MessageRange) | undefined;

  function putBack(state: ThreadState): ThreadState | undefined {
    const kept = state.messages_kept ?? 0;
    if (kept === 0) return state;
    if (known === undefined || kept > known.first + known.messages.length) return undefined;
    if (kept < known.first) return { ...state, earlier_messages: kept };
    const messages = [...known.messages.slice(0, kept - known.first), ...(messagesOf(state) ?? [])];
    return { ...withMessages(state, messages), earlier_messages: known.first };
  }

  return {
    since: () => known?.checkpointId,
    complete: (answer) => {
      const state = putBack(answer);
      const [checkpointId, messages] = [state?.checkpoint?.checkpoint_id, messagesOf(state)];
      if (state?.next.length === 0 && checkpointId && messages !== undefined)
        known = { checkpointId, first: state.earlier_messages ?? 0, messages };
      return state;
    },
  };
}
