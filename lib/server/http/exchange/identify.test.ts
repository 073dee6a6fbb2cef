import { describe, expect, test } from "vitest";
import { createHandlers } from "../../create-handlers";
import { createMemoryStorage } from "../../persistence/memory/memory-storage";
import { createClient, KEYS, KEYS_ENV } from "../../test-support/client";
import { createFixture } from "../../test-support/fixture";
import { ScriptedModel } from "../../test-support/scripted-model";
import { type Auth, createVisitorCookies, toKeys } from "../../users";

const HELLO = { messages: [{ type: "human", content: "hello" }] };

/** A server that is told how to know its users. */
function serverWith(auth: Auth | undefined, env: Record<string, string> = {}) {
  const handlers = createHandlers(
    { model: new ScriptedModel(() => ["hi"]), agents: { agent: { title: "A" } }, ...(auth && { auth }) },
    { storage: createMemoryStorage(), env: { ...process.env, ...env }, reportError: () => undefined },
  );
  return { handlers, clientWith: (headers: Record<string, string> = {}) => createClient(handlers, headers) };
}

/** What a browser sends after it was given a cookie. */
const cookieOf = (setCookie: string | null | undefined) => ({ cookie: setCookie?.split(";")[0] ?? "" });

describe("a request that does not say whose it is", () => {
  test("sees nothing, changes nothing, and is told what to do", async () => {
    const { handlers, client } = await createFixture(() => ["hi"]);
    const threadId = await client.newThread();
    const nobody = createClient(handlers, {});
    expect((await nobody.call("POST", "/threads/search", {})).body).toEqual([]);
    expect((await nobody.call("POST", "/threads/count", {})).body).toBe(0);
    expect(await nobody.call("GET", `/threads/${threadId}`)).toMatchObject({
      status: 404,
      body: { code: "not_found" },
    });
    expect((await nobody.call("POST", "/store/items/search", {})).body).toEqual({ items: [] });
    for (const [method, path] of [
      ["POST", "/threads"],
      ["DELETE", `/threads/${threadId}`],
      ["POST", `/threads/${threadId}/runs`],
      ["POST", "/runs/stream"],
      ["PUT", "/store/items"],
    ] as const) {
      const response = await nobody.call(method, path, {});
      expect([method, path, response.status, response.body.code]).toEqual([method, path, 401, "unauthenticated"]);
      expect(response.body.message).toMatch(/Reload the page.*x-api-key/);
    }
    expect((await nobody.call("GET", "/ok")).status).toBe(200);
  });

  test("gets a cookie with /info, and nobody gets a second one", async () => {
    const { handlers } = await createFixture(() => ["hi"]);
    const info = await createClient(handlers, {}).send("GET", "/info");
    const visitor = createClient(handlers, cookieOf(info.headers.get("set-cookie")));
    const threadId = await visitor.newThread();
    expect((await visitor.call("GET", `/threads/${threadId}`)).status).toBe(200);
    expect((await visitor.send("GET", "/info")).headers.get("set-cookie")).toBeNull();
    const other = await createClient(handlers, { "sec-fetch-site": "cross-site" }).send("GET", "/info");
    expect(other.headers.get("set-cookie")).toBeNull();
  });

  test("is known by the cookie that came with the page", async () => {
    const { handlers } = await createFixture(() => ["hi"]);
    const page = new Request("http://localhost/");
    expect(handlers.pageCookie(page)).toBeUndefined(); // nothing is open yet
    await handlers.start();
    const visitor = createClient(handlers, cookieOf(handlers.pageCookie(page)));
    expect((await visitor.call("POST", "/threads", {})).status).toBe(200);
  });

  test("is nobody where the cookie is forged", async () => {
    const { handlers } = await createFixture(() => ["hi"]);
    await handlers.start();
    const { cookie } = cookieOf(handlers.pageCookie(new Request("http://localhost/")));
    const forged = cookie.replace(/visitor-........-/, "visitor-00000000-");
    expect((await createClient(handlers, { cookie: forged }).call("POST", "/threads", {})).status).toBe(401);
    expect(
      (await createClient(handlers, { cookie: "x=".padEnd(50_000, "y") }).call("POST", "/threads", {})).status,
    ).toBe(401);
  });
});

test("a cookie that has expired is nobody's, and its browser becomes somebody new", async () => {
  const secret = "s".repeat(32);
  const { handlers } = serverWith(undefined, { TOOLWEAVE_SECRET: secret });
  const issuedDaysAgo = (days: number) => {
    const cookies = createVisitorCookies(toKeys(secret, "a test"), () => Date.now() - days * 24 * 60 * 60_000);
    return createClient(handlers, cookieOf(cookies.issue(new Request("http://localhost/"))));
  };
  expect((await issuedDaysAgo(399).call("POST", "/threads", {})).status).toBe(200);
  const late = issuedDaysAgo(401);
  expect(await late.call("POST", "/threads", {})).toMatchObject({ status: 401, body: { code: "unauthenticated" } });
  expect((await late.send("GET", "/info")).headers.get("set-cookie")).toMatch(/=visitor-/); // somebody new
});

describe("a key in x-api-key", () => {
  test("is a user: several keys of one name are one, and a key alone is one of its own", async () => {
    const keys = "ines:first-key-of-ines,ines:other-key-of-ines,a-key-without-a-name";
    const { clientWith } = serverWith(undefined, { TOOLWEAVE_API_KEYS: keys });
    const [first, other, alone] = keys
      .split(",")
      .map((entry) => clientWith({ "x-api-key": entry.split(":").at(-1) ?? "" }));
    const threadId = (await first?.newThread()) ?? "";
    expect((await other?.call("GET", `/threads/${threadId}`))?.status).toBe(200);
    expect((await alone?.call("GET", `/threads/${threadId}`))?.status).toBe(404);
  });

  test("that nobody knows is refused, also beside a good cookie", async () => {
    const { handlers } = await createFixture(() => ["hi"]);
    await handlers.start();
    const cookie = cookieOf(handlers.pageCookie(new Request("http://localhost/")));
    for (const key of ["wrong", `${KEYS.tester}x`, KEYS.tester.slice(1), "tester", "é"]) {
      const client = createClient(handlers, { ...cookie, "x-api-key": key });
      expect(await client.call("GET", "/info")).toMatchObject({ status: 401, body: { code: "unauthenticated" } });
    }
  });

  test.each([
    ["too short", "ines:short"],
    ["with a space", "a key with spaces in it"],
  ])("that is %s stops the start", async (_, key) => {
    await expect(serverWith(undefined, { TOOLWEAVE_API_KEYS: key }).handlers.start()).rejects.toThrow(
      /TOOLWEAVE_API_KEYS .* at least 16/,
    );
  });
});

describe("config.auth", () => {
  test('"none" makes everybody one user', async () => {
    const { handlers, clientWith } = serverWith("none");
    const threadId = await clientWith().newThread();
    expect((await clientWith({ "x-api-key": "anything" }).call("GET", `/threads/${threadId}`)).status).toBe(200);
    expect(handlers.pageCookie(new Request("http://localhost/"))).toBeUndefined();
  });

  test("says whose a request is, or refuses it in its own words, and cannot take its body", async () => {
    const { clientWith } = serverWith(async (request) => {
      expect(request.body).toBeNull();
      const userId = request.headers.get("x-user");
      if (userId) return { userId };
      return Response.json({ message: "Sign in first." }, { status: 401, headers: { location: "/sign-in" } });
    }, KEYS_ENV);
    const ada = clientWith({ "x-user": "ada" });
    const threadId = await ada.newThread();
    await ada.run(threadId, { input: HELLO });
    expect((await clientWith({ "x-user": "alan" }).call("GET", `/threads/${threadId}`)).status).toBe(404);
    const refused = await clientWith({ "x-api-key": KEYS.tester }).call("POST", "/threads/search", {});
    expect(refused).toMatchObject({ status: 401, body: { message: "Sign in first." } });
    expect(refused.headers.get("location")).toBe("/sign-in");
  });

  test.each([
    ["nothing", undefined],
    ["an empty id", { userId: "" }],
    ["no id", { name: "ada" }],
    ["a number", { userId: 7 }],
    ["an id without end", { userId: "x".repeat(256) }],
  ])("that gives %s is a fault of the server, and shows nothing", async (_, user) => {
    const { clientWith } = serverWith(() => user as never);
    expect(await clientWith().call("POST", "/threads/search", {})).toMatchObject({
      status: 500,
      body: { code: "internal" },
    });
  });
});
