import { expect } from "vitest";
import { readEvents, type SentEvent, type TestClient } from "./client";

/** Starts a run and reads until an event is as wanted; gives the rest of the stream with what was read. */
export async function runUntil(
  client: TestClient,
  threadId: string,
  request: object,
  isWanted: (event: SentEvent) => boolean,
) {
  const response = await client.startStream(threadId, { ...request });
  const runId = response.headers.get("content-location")?.split("/").at(-1) ?? "";
  const reading = readEvents(response);
  const events: SentEvent[] = [];
  for (;;) {
    const { value, done } = await reading.next();
    if (done) throw new Error("the stream ended before the event came");
    events.push(value);
    if (isWanted(value)) break;
  }
  const rest = async () => {
    for await (const event of reading) events.push(event);
    return events;
  };
  return { runId, rest };
}

/** An event that carries exactly this text. */
export const isText = (text: string) => (event: SentEvent) =>
  event.event === "messages" && (event.data as [{ content: string }])[0].content === text;

/** Stops a run and waits until it has settled. */
export async function stop(client: TestClient, threadId: string, runId: string): Promise<void> {
  const { status } = await client.call("POST", `/threads/${threadId}/runs/${runId}/cancel?wait=1&action=interrupt`);
  expect(status).toBe(204);
}

/** A message of a state, as far as these tests look at it. */
export type StateMessage = {
  type: string;
  id: string;
  content: string;
  status?: string;
  tool_calls?: { id: string; args: object }[];
  invalid_tool_calls?: { id: string; args: string }[];
  tool_call_id?: string;
  additional_kwargs?: Record<string, unknown>;
  response_metadata?: Record<string, unknown>;
};

/** The messages of a thread's state. */
export async function messages(client: TestClient, threadId: string): Promise<StateMessage[]> {
  return (await client.call("GET", `/threads/${threadId}/state`)).body.values.messages ?? [];
}
