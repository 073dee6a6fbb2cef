import { expect, it, onTestFinished } from "vitest";
import { createFixture, serve, TESTER } from "@/lib/server/test-support";
import { createHttpTransport } from "@/lib/transport";
import { createWorld } from "./test-support/session";

it("a start whose first try was lost while somebody else's run began is still sent", async () => {
  const fixture = await createFixture((_m, turn) => (turn === 1 ? ["theirs ", { pauseMs: 700 }] : ["mine"]));
  const server = await serve(fixture.handlers);
  onTestFinished(() => server.close());
  const apiUrl = `${server.url}/api`;
  const other = createHttpTransport({ apiUrl, headers: TESTER });
  const { thread_id: threadId } = await other.createThread({});
  let tries = 0;
  const transport = createHttpTransport({
    apiUrl,
    headers: TESTER,
    fetch: async (input, init) => {
      if (init?.method === "POST" && `${input}`.endsWith("/runs/stream") && ++tries === 1) {
        await other.createRun(threadId, {
          assistant_id: "agent",
          input: { messages: [{ type: "human", id: "theirs", content: "theirs" }] },
        });
        throw new TypeError("Failed to fetch");
      }
      return fetch(input, init);
    },
  });
  const world = createWorld(() => {});
  onTestFinished(() => world.close());
  const tab = world.openTab({ threadId, wrap: () => transport });
  await tab.untilStatus("idle");
  await tab.session.submit("mine");
  await expect
    .poll(
      async () => {
        const { values } = await other.getState(threadId);
        return (values as { messages: { content: string }[] }).messages.map(({ content }) => content);
      },
      { timeout: 10_000 },
    )
    .toEqual(["theirs", expect.any(String), "mine", expect.any(String)]);
}, 20_000);
