import { describe, expect, test } from "vitest";
import { createMemoryStorage } from "../../persistence/memory/memory-storage";
import { createFixture } from "../../test-support/fixture";

const say = (content: string) => ({ assistant_id: "agent", input: { messages: [{ type: "human", content }] } });

describe("a batch of which a late run is refused", () => {
  const refusals: readonly (readonly [string, object, number, string])[] = [
    ["too long a message", say("x".repeat(201)), 413, "too_large"],
    ["too much metadata", { ...say("hi"), metadata: { text: "x".repeat(60) } }, 413, "too_large"],
    ["an agent that is not there", { ...say("hi"), assistant_id: "nobody" }, 404, "not_found"],
    ["a message that is none", { assistant_id: "agent", input: { messages: [{ content: 5 }] } }, 400, "bad_request"],
    ["input that is none", { assistant_id: "agent", input: "hi" }, 400, "bad_request"],
    ["nothing to go on with", { assistant_id: "agent" }, 400, "bad_request"],
    ["an answer to nothing", { assistant_id: "agent", command: { resume: 1 } }, 409, "interrupt_not_pending"],
    ["a step that is not there", { assistant_id: "agent", command: { goto: "nowhere" } }, 400, "bad_request"],
    ["a checkpoint that is not there", { ...say("hi"), checkpoint_id: crypto.randomUUID() }, 404, "not_found"],
    ["a file that is not there", fileIn(crypto.randomUUID()), 404, "not_found"],
    ["a field that is wrong", { ...say("hi"), multitask_strategy: "perhaps" }, 400, "bad_request"],
  ];

  test.each(refusals)("for %s starts nothing, and says which it is", async (_, refused, status, code) => {
    const { client, model } = await createFixture(() => ["hi"], {
      limits: { messageCharacters: 200, metadataCharacters: 50 },
    });
    const answer = await client.call("POST", "/runs/batch", [say("one"), say("two"), refused]);
    expect([answer.status, answer.body.code, answer.body.run]).toEqual([status, code, 3]);
    expect(answer.body.message).toMatch(/^Run 3 of 3: .* None was started\.$/);
    expect(model.asked).toEqual([]);
    expect(await client.call("POST", "/runs/batch", [say("one"), say("two")])).toMatchObject({ status: 200 });
  });

  test("for a file that a run before it takes starts nothing, and the file can be sent after that", async () => {
    const { client, model } = await createFixture(() => ["hi"]);
    const { id } = await (await client.send("POST", "/attachments", "words")).json();
    const refused = await client.call("POST", "/runs/batch", [fileIn(id), say("two"), fileIn(id)]);
    expect(refused).toMatchObject({ status: 404, body: { run: 3, attachment_id: id } });
    expect(model.asked).toEqual([]);
    expect((await client.call("POST", "/runs/batch", [fileIn(id)])).status).toBe(200);
  });
});

test("a batch that cannot be stored to its end takes back what it has started", async () => {
  const storage = createMemoryStorage();
  let inserted = 0;
  const { client } = await createFixture(() => [{ pauseMs: 60_000 }], {
    storage: {
      ...storage,
      runs: {
        ...storage.runs,
        insert: async (run) => {
          inserted += 1;
          if (inserted === 3) throw new Error("the disk is full");
          await storage.runs.insert(run);
        },
      },
    },
  });
  expect((await client.call("POST", "/runs/batch", [say("one"), say("two"), say("three")])).status).toBe(500);
  expect(await storage.threads.idsOf("key-tester")).toEqual([]);
});

function fileIn(id: string) {
  const content = [{ type: "file", url: `/attachments/${id}` }];
  return { assistant_id: "agent", input: { messages: [{ type: "human", content }] } };
}
