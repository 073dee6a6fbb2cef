import { expect, test } from "vitest";
import { createFixture } from "../test-support/fixture";
import { messages } from "../test-support/run-until";
import { callPieces } from "../test-support/scripted-model";
import { draftEmail } from "../tools";

test("arguments that do not fit are answered with what was wrong, and nothing of the server's own files", async () => {
  const fixture = await createFixture(
    (_, count) => (count === 1 ? callPieces(0, "c1", "draft_email", { to: ["a@b.c"], subject: "Picnic" }) : ["Done."]),
    { agents: { agent: { title: "A", prompt: "", tools: [draftEmail] } } },
  );
  const threadId = await fixture.client.newThread();
  await fixture.client.run(threadId, { input: { messages: [{ type: "human", id: "q", content: "go" }] } });
  const answer = (await messages(fixture.client, threadId)).find(({ type }) => type === "tool");
  expect(answer).toMatchObject({
    status: "error",
    content: expect.stringContaining('{"to":["a@b.c"],"subject":"Picnic"}'),
  });
  expect(answer?.content).toMatch(/expected string[\s\S]*at to/);
  expect(answer?.content).toMatch(/at body/);
  expect(answer?.content).not.toMatch(/file:|node_modules|\.js\b/);
});
