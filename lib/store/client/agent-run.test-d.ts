import { expectTypeOf } from "vitest";
import {
  type AgentRun,
  createAgentClient,
  type RunMessage,
  type RunSubagent,
  type RunSubagentCause,
  type RunToolCall,
} from "..";

const client = createAgentClient({ apiUrl: "/api" });
const run = client.run({ input: {} });
expectTypeOf(run).toEqualTypeOf<AgentRun>();

// @ts-expect-error: a server must be named, by its address or by a transport
createAgentClient({ agent: "agent" });

// A loop gets deltas, await the whole.
for await (const delta of run.text) expectTypeOf(delta).toEqualTypeOf<string>();
expectTypeOf(await run.text).toEqualTypeOf<string>();
for await (const message of run.messages) {
  expectTypeOf(message).toEqualTypeOf<RunMessage>();
  expectTypeOf(message.node).toEqualTypeOf<string | undefined>();
  expectTypeOf(await message.text).toEqualTypeOf<string>();
}

// Interleaved items are told apart by their name.
for await (const pair of run.interleave("messages", "toolCalls", "text")) {
  expectTypeOf(pair[0]).toEqualTypeOf<"messages" | "toolCalls" | "text">();
  if (pair[0] === "messages") expectTypeOf(pair[1]).toEqualTypeOf<RunMessage>();
  if (pair[0] === "toolCalls") expectTypeOf(pair[1]).toEqualTypeOf<RunToolCall>();
  if (pair[0] === "text") expectTypeOf(pair[1]).toEqualTypeOf<string>();
}
// @ts-expect-error: there is no such projection
run.interleave("tool_calls");

// Sub-agents have the same projections, and no controls.
for await (const subagent of run.subagents) {
  expectTypeOf(subagent).toEqualTypeOf<RunSubagent>();
  expectTypeOf(subagent.cause).toEqualTypeOf<RunSubagentCause | undefined>();
  expectTypeOf(subagent.messages).toEqualTypeOf<AsyncIterable<RunMessage>>();
  // @ts-expect-error: the run is stopped, not a part of it
  subagent.stop();
}
