import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { describe, expect, test } from "vitest";
import { createHandlers } from "../../create-handlers";
import { createClient, KEYS_ENV, TESTER } from "../../test-support/client";
import { ADA, newFolder, openSqlite } from "../../test-support/storages";
import type { Auth } from "../../users";

/** A data folder as the version before users left it: with a thread and an item. */
async function formerFolder(): Promise<string> {
  const folder = await newFolder();
  const storage = await openSqlite(folder);
  await storage.threads.create("former", { title: "From before" }, ADA);
  await storage.close();
  const database = new Sqlite(join(folder, "toolweave.sqlite"));
  database.exec(`
    DROP INDEX threads_of_user; ALTER TABLE threads DROP COLUMN user_id; DROP TABLE user_items;
    ALTER TABLE checkpoint_writes DROP COLUMN lists; ALTER TABLE claims DROP COLUMN previous_holder; DROP TABLE fences; DROP TABLE item_counts;
    CREATE TABLE store_items (namespace TEXT NOT NULL, key TEXT NOT NULL, value TEXT NOT NULL,
      created_at TEXT NOT NULL, updated_at TEXT NOT NULL, PRIMARY KEY (namespace, key));
    INSERT INTO store_items VALUES ('["facts"]', 'k', '{"fact":"old"}', '2026-01-01', '2026-01-01');
    PRAGMA user_version = 3`);
  database.close();
  return folder;
}

async function serve(dataDir: string, auth?: Auth) {
  const handlers = createHandlers(
    { model: "demo", dataDir, agents: { agent: { title: "A" } }, ...(auth && { auth }) },
    { env: { ...process.env, ...KEYS_ENV } },
  );
  await handlers.start();
  const visitor = () =>
    createClient(handlers, { cookie: handlers.pageCookie(new Request("http://localhost/"))?.split(";")[0] ?? "" });
  return { handlers, visitor };
}

const threadsOf = async (client: ReturnType<typeof createClient>) => {
  const { body } = await client.call("POST", "/threads/search", {});
  return body.map(({ thread_id }: { thread_id: string }) => thread_id);
};

test("items from before there were users count for the user who is given them", async () => {
  const { formerData, countItemsOf, itemsOf } = await openSqlite(await formerFolder());
  await itemsOf("ada").put(["notes"], "k", {});
  await formerData.giveTo("ada");
  expect(await countItemsOf("ada")).toBe(2);
});

describe("what a data folder holds from before there were users", () => {
  test("is the first visitor's, for good, and nobody else's", async () => {
    const folder = await formerFolder();
    const { handlers, visitor } = await serve(folder);
    expect(await threadsOf(createClient(handlers, TESTER))).toEqual([]); // a program is not the person
    expect(await threadsOf(createClient(handlers, {}))).toEqual([]);
    const [first, second] = [visitor(), visitor()];
    expect(await threadsOf(first)).toEqual(["former"]);
    expect((await first.call("GET", "/store/items?namespace=facts&key=k")).body).toMatchObject({
      value: { fact: "old" },
    });
    expect(await threadsOf(second)).toEqual([]);
    expect((await second.call("GET", "/threads/former")).status).toBe(404);
    await handlers.dispose(0);
    const again = await serve(folder);
    expect(await threadsOf(again.visitor())).toEqual([]);
    await again.handlers.dispose(0);
  });

  test("is everybody's where nobody is asked, and nobody's where the configuration knows the users", async () => {
    const asked = await serve(await formerFolder(), () => ({ userId: "visitor-of-another-kind" }));
    expect(await threadsOf(createClient(asked.handlers, {}))).toEqual([]);
    await asked.handlers.dispose(0);
    const { handlers } = await serve(await formerFolder(), "none");
    expect(await threadsOf(createClient(handlers, {}))).toEqual(["former"]);
    await handlers.dispose(0);
  });
});
