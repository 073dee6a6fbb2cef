// Type tests: only a call that `finish()` has made can be executed.
import type { CompleteToolCall, ToolCall, ToolCallStream } from ".";

declare function execute(call: CompleteToolCall): void;
declare const stream: ToolCallStream;

export function executeAll(): void {
  for (const call of stream.snapshot().calls) {
    if (call.status === "complete") execute(call);
    // @ts-expect-error a call of any state is not executable
    execute(call);
    // @ts-expect-error a streaming call is not executable, whatever its arguments
    if (call.status === "streaming") execute(call);
  }
}

const base = { key: "call-0", index: 0, id: "k", name: "f", argsText: "{}", args: {} };

// @ts-expect-error nobody else can make one: its protected member cannot be written outside
export const forged: CompleteToolCall = { ...base, status: "complete" };

declare const released: CompleteToolCall;

// @ts-expect-error nor change one: a copy with other arguments is not the call that the strict parse has released
export const changed: CompleteToolCall = { ...released, args: { path: "/" } };

export const shown: ToolCall = { ...base, status: "streaming" };
