import type { ThreadState } from "@/lib/protocol";

/** The messages of a state; undefined where the graph keeps none. */
export function messagesOf(state: ThreadState | undefined): readonly unknown[] | undefined {
  const values = state?.values;
  if (typeof values !== "object" || values === null || !("messages" in values)) return undefined;
  return Array.isArray(values.messages) ? values.messages : undefined;
}

/** True when the state has a message with this id. */
export function hasMessage(state: ThreadState | undefined, id: string): boolean {
  const messages = messagesOf(state) ?? [];
  return messages.some(
    (message) => typeof message === "object" && message !== null && "id" in message && message.id === id,
  );
}
