import { describe, expect, test } from "vitest";
import { createHandlers } from "../../../create-handlers";
import { createMemoryStorage } from "../../../persistence/memory/memory-storage";
import { createClient, TESTER } from "../../../test-support/client";
import { createFixture } from "../../../test-support/fixture";

/** A page that another port of this machine serves: of the same site, so that the browser sends the cookie along. */
const OTHER_PORT = { origin: "http://localhost:5173", "sec-fetch-site": "same-site" };

/** A browser that has been given its cookie, and whose thread there is. */
async function visit() {
  const { handlers } = await createFixture(() => ["hi"]);
  await handlers.start();
  const cookie = handlers.pageCookie(new Request("http://localhost/"))?.split(";")[0] ?? "";
  const threadId = await createClient(handlers, { cookie }).newThread();
  const from = (headers: Record<string, string>) => createClient(handlers, { cookie, ...headers });
  return { from, threadId };
}

describe("a visitor's cookie with what a page of another port sends", () => {
  test("changes nothing, whatever needs no body and no preflight", async () => {
    const { from, threadId } = await visit();
    for (const [method, path] of [
      ["POST", `/threads/${threadId}/copy`],
      ["POST", "/threads"],
      ["POST", "/attachments"],
      ["POST", `/threads/${threadId}/runs/any/cancel`],
      ["DELETE", `/threads/${threadId}`],
      ["DELETE", "/users/me"],
    ] as const) {
      for (const headers of [OTHER_PORT, { origin: OTHER_PORT.origin }]) {
        const { status, body } = await from(headers).call(method, path);
        expect([path, status, body.code]).toEqual([path, 401, "unauthenticated"]);
        expect(body.message).toMatch(/another origin .* x-api-key/);
      }
    }
    expect((await from({}).call("POST", "/threads/search", {})).body).toHaveLength(1);
  });

  test("reads nothing, and is not replaced", async () => {
    const { from, threadId } = await visit();
    expect((await from(OTHER_PORT).call("GET", `/threads/${threadId}`)).status).toBe(404);
    expect((await from(OTHER_PORT).call("POST", "/threads/search", {})).body).toEqual([]);
    expect((await from(OTHER_PORT).send("GET", "/info")).headers.get("set-cookie")).toBeNull();
    const unseen = { "sec-fetch-site": "same-site", cookie: "" };
    expect((await from(unseen).send("GET", "/info")).headers.get("set-cookie")).toBeNull();
  });

  test("is refused where the browser says where it comes from and no origin", async () => {
    const { from } = await visit();
    for (const site of ["same-site", "cross-site"]) {
      const { status, body } = await from({ "sec-fetch-site": site }).call("POST", "/threads", {});
      expect([site, status, body.code]).toEqual([site, 403, "unauthorized"]);
    }
  });

  test("counts for the page's own requests, for what a person opens, and behind a proxy", async () => {
    const { from, threadId } = await visit();
    for (const headers of [
      {},
      { "sec-fetch-site": "same-origin", origin: "https://chat.example" },
      { origin: "http://localhost" },
      { origin: "https://chat.example", "x-forwarded-host": "chat.example" },
    ])
      expect((await from(headers).call("POST", "/threads", {})).status).toBe(200);
    for (const site of ["none", "same-site", "cross-site"]) // a link, and a bookmark
      expect((await from({ "sec-fetch-site": site }).call("GET", `/threads/${threadId}`)).status).toBe(200);
  });
});

test("a key counts for whatever page sends it, where its origin is allowed", async () => {
  const { handlers } = await createFixture(() => ["hi"]);
  expect((await createClient(handlers, { ...TESTER, ...OTHER_PORT }).call("POST", "/threads", {})).status).toBe(200);
  const evil = { ...TESTER, origin: "https://evil.example", "sec-fetch-site": "cross-site" };
  expect((await createClient(handlers, evil).call("POST", "/threads", {})).status).toBe(403);
});

test("config.auth is asked without the cookies of a browser that another origin's page uses", async () => {
  const seen: (string | null)[] = [];
  const auth = ({ headers }: Request) => {
    seen.push(headers.get("cookie"));
    return { userId: "ada" };
  };
  const handlers = createHandlers(
    { model: "demo", auth, agents: { agent: { title: "A" } } },
    { storage: createMemoryStorage(), env: process.env },
  );
  await createClient(handlers, { cookie: "session=1", ...OTHER_PORT }).call("POST", "/threads", {});
  await createClient(handlers, { cookie: "session=1", "sec-fetch-site": "same-origin" }).call("POST", "/threads", {});
  expect(seen).toEqual([null, "session=1"]);
});

test("where nobody is asked who they are, another port's page may nothing unless it is named", async () => {
  const open = (allowedOrigins?: string[]) =>
    createHandlers(
      { model: "demo", auth: "none", agents: { agent: { title: "A" } }, ...(allowedOrigins && { allowedOrigins }) },
      { storage: createMemoryStorage(), env: process.env },
    );
  const asOther = createClient(open(), OTHER_PORT);
  expect((await asOther.call("POST", "/threads", {})).status).toBe(403);
  expect((await asOther.send("GET", "/info")).headers.get("access-control-allow-origin")).toBeNull();
  const named = createClient(open([OTHER_PORT.origin]), OTHER_PORT);
  expect((await named.call("POST", "/threads", {})).status).toBe(200);
  const own = createClient(open(), { "sec-fetch-site": "same-origin", origin: "http://localhost" });
  expect((await own.call("POST", "/threads", {})).status).toBe(200);
});
