import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { wordsIn } from "../../test-support/data-files";
import { createFixture } from "../../test-support/fixture";

/** Reads the database until its input ends, as a backup does. */
const READER = `
  const Sqlite = require("better-sqlite3");
  const database = new Sqlite(process.argv[1]);
  database.exec("BEGIN");
  database.prepare("SELECT count(*) FROM threads").get();
  console.log("reading");
  process.stdin.on("end", () => process.exit(0)).resume();
`;

/** Another program that reads a data folder; resolves when it does. */
async function startReader(dataDir: string): Promise<() => Promise<void>> {
  const reader = spawn(process.execPath, ["-e", READER, join(dataDir, "toolweave.sqlite")], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  onTestFinished(() => void reader.kill());
  await once(reader.stdout, "data");
  return async () => {
    const ended = once(reader, "exit");
    reader.stdin.end();
    await ended;
  };
}

test("while another program reads the files, the answer says that words still stand in them, and they go when it has ended", async () => {
  const { client, dataDir } = await createFixture(() => ["hi"]);
  const threadId = await client.newThread();
  await client.run(threadId, { input: { messages: [{ type: "human", content: "zebra" }] } });
  const endReading = await startReader(dataDir);
  const deleted = await client.call("DELETE", "/users/me");
  expect(deleted).toMatchObject({
    status: 202,
    body: {
      is_scrubbed: false,
      message: expect.stringMatching(/^It is deleted, .* overwritten .* when it has ended\.$/),
    },
  });
  expect((await client.call("GET", `/threads/${threadId}`)).status).toBe(404);
  expect(await wordsIn(dataDir, ["zebra"])).not.toEqual([]);
  await client.call("PUT", "/store/items", { namespace: ["a"], key: "k", value: {} });
  expect((await client.call("DELETE", "/store/items", { namespace: ["a"], key: "k" })).status).toBe(202);
  await endReading();
  await expect.poll(() => wordsIn(dataDir, ["zebra"]), { timeout: 15_000 }).toEqual([]);
  expect((await client.call("DELETE", "/users/me")).status).toBe(204);
});

test("what could not be overwritten before the server ended is, when it starts again", async () => {
  const fixture = await createFixture(() => ["hi"]);
  const { client, dataDir } = fixture;
  await client.run(await client.newThread(), { input: { messages: [{ type: "human", content: "zebra" }] } });
  const endReading = await startReader(dataDir);
  expect((await client.call("DELETE", "/users/me")).status).toBe(202);
  await fixture.handlers.dispose(0);
  await endReading();
  const again = await fixture.restart();
  expect((await again.client.call("POST", "/threads/search", {})).body).toEqual([]);
  await expect.poll(() => wordsIn(dataDir, ["zebra"]), { timeout: 15_000 }).toEqual([]);
});
