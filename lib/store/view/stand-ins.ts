import { readWireMessage } from "@/lib/protocol";
import type { CallList } from "./call-list";
import type { MessageList } from "./message-list";
import type { CallRecord, MessageRecord } from "./records";

/** Messages for calls that wait although the message that calls was never seen here. */
export type StandIns = {
  /** Such a call, in a message of its own until that comes. */
  open(messageKey: string, call: { id: string; name: string; args: unknown }): CallRecord | undefined;
  /** Those whose call has found its message. */
  empty(): readonly MessageRecord[];
  forget(message: MessageRecord): void;
};

/** `changed` gets each new one. */
export function createStandIns(list: MessageList, calls: CallList, changed: Set<MessageRecord>): StandIns {
  const messages = new Set<MessageRecord>();
  return {
    open: (messageKey, call) => {
      const message = list.add(messageKey, "ai", { isStandIn: true });
      message.isSettled = true;
      const whole = readWireMessage({ type: "ai", content: "", tool_calls: [call] });
      if (whole.success) calls.settle(message, whole.data);
      messages.add(message);
      changed.add(message);
      return calls.find(call.id);
    },
    empty: () => [...messages].filter((message) => message.calls.length === 0),
    forget: (message) => messages.delete(message),
  };
}
