import { describe, expect, test } from "vitest";
import { ToolweaveError } from "@/lib/errors";
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

const PAUSE = () => [{ pauseMs: 60_000 }];

/** A storage that has no place for a third run. */
function createFullStorage(refusal: Error) {
  const storage = createMemoryStorage();
  let inserted = 0;
  const insert: typeof storage.runs.insert = async (run) => {
    inserted += 1;
    if (inserted === 3) throw refusal;
    await storage.runs.insert(run);
  };
  let scrubs = 0;
  const scrub = () => {
    scrubs += 1;
    return storage.scrub();
  };
  return { storage: { ...storage, scrub, runs: { ...storage.runs, insert } }, scrubCount: () => scrubs };
}

describe("a batch that cannot be stored to its end", () => {
  test("takes back what it has started, and is scrubbed", async () => {
    const { storage, scrubCount } = createFullStorage(new Error("the disk is full"));
    const { client } = await createFixture(PAUSE, { storage });
    expect((await client.call("POST", "/runs/batch", [say("one"), say("two"), say("three")])).status).toBe(500);
    expect(await storage.threads.idsOf("key-tester")).toEqual([]);
    expect(scrubCount()).toBe(1);
  });

  test("says that some had been started, and leaves their files, to be sent once more", async () => {
    const { storage } = createFullStorage(new ToolweaveError("limit_reached", "The disk is full."));
    const { client } = await createFixture(PAUSE, { storage });
    const { id } = await (await client.send("POST", "/attachments", "words")).json();
    const { body } = await client.call("POST", "/runs/batch", [fileIn(id), say("two"), say("three")]);
    expect(body.message).toMatch(/^Run 3 of 3: The disk is full. Those before it had been started, and were stopped/);
    expect((await client.send("GET", `/attachments/${id}`)).status).toBe(200);
    expect((await client.call("POST", "/runs/batch", [fileIn(id)])).status).toBe(200);
  });
});

test("of two batches at once that have no room together one runs, and the other starts nothing and keeps its file", async () => {
  const { client, model } = await createFixture(PAUSE, { limits: { concurrentRuns: 3 } });
  const upload = async (words: string) => (await (await client.send("POST", "/attachments", words)).json()).id;
  const ids = [await upload("words"), await upload("other words")];
  const answers = await Promise.all(ids.map((id) => client.call("POST", "/runs/batch", [fileIn(id), say("two")])));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 429]);
  await expect.poll(() => model.asked.length).toBe(2);
  for (const id of ids) expect((await client.send("GET", `/attachments/${id}`)).status).toBe(200);
  expect((await client.call("POST", "/runs", say("the third"))).status).toBe(200);
  expect((await client.call("POST", "/runs", say("the fourth"))).status).toBe(429);
});

test("a refused batch gives back the room that was kept for it", async () => {
  const { client } = await createFixture(PAUSE, { limits: { concurrentRuns: 2 } });
  const refused = await client.call("POST", "/runs/batch", [say("one"), fileIn(crypto.randomUUID())]);
  expect(refused.status).toBe(404);
  expect((await client.call("POST", "/runs/batch", [say("one"), say("two")])).status).toBe(200);
});

test("a burst of requests starts as many runs, and makes as many threads, as there may be", async () => {
  const { client } = await createFixture(PAUSE, { limits: { concurrentRuns: 3, threads: 5 } });
  const started = async (path: string, body: object) => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => client.call("POST", path, body)));
    return answers.filter(({ status }) => status === 200).length;
  };
  expect([await started("/runs", say("hi")), await started("/threads", {})]).toEqual([3, 2]);
});

function fileIn(id: string) {
  const content = [{ type: "file", url: `/attachments/${id}` }];
  return { assistant_id: "agent", input: { messages: [{ type: "human", content }] } };
}
