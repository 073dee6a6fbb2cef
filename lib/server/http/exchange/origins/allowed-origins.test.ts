import { describe, expect, test } from "vitest";
import { createHandlers } from "../../../create-handlers";
import { createMemoryStorage } from "../../../persistence/memory/memory-storage";
import { KEYS_ENV, TESTER } from "../../../test-support/client";
import { readAllowedOrigins, readFrameAncestors } from "./allowed-origins";

const APP = "https://app.example";

/** What a browser is answered for a page of an origin, with a key that is known. */
async function ask(env: Record<string, string>, origin: string, method = "POST", headers: Record<string, string> = {}) {
  const handlers = createHandlers(
    { model: "demo", agents: { agent: { title: "A" } } },
    { storage: createMemoryStorage(), env: { ...process.env, ...KEYS_ENV, ...env } },
  );
  const own = { origin, ...TESTER, "content-type": "application/json", ...headers };
  const body = method === "POST" ? "{}" : null;
  return handlers.fetch(new Request("http://localhost:3000/api/threads", { method, headers: own, body }));
}

describe("pages of another origin", () => {
  test("that is allowed may ask, change and read what they need to come back, but bring no cookie", async () => {
    const env = { TOOLWEAVE_ALLOWED_ORIGINS: `${APP}, https://other.example/` };
    const answer = await ask(env, APP);
    expect([answer.status, answer.headers.get("access-control-allow-origin")]).toEqual([200, APP]);
    expect(answer.headers.get("access-control-expose-headers")?.toLowerCase().split(",")).toEqual(
      expect.arrayContaining([
        "content-location",
        "location",
        "retry-after",
        "x-pagination-next",
        "x-pagination-total",
      ]),
    );
    expect(answer.headers.get("access-control-allow-credentials")).toBeNull();
    const asked = { "access-control-request-method": "POST", "access-control-request-headers": "x-api-key" };
    const preflight = await ask(env, "https://other.example", "OPTIONS", asked);
    expect(preflight.headers.get("access-control-allow-origin")).toBe("https://other.example");
    expect(preflight.headers.get("access-control-allow-headers")).toContain("x-api-key");
  });

  test.each([
    "https://evil.example",
    "http://app.example",
    "https://app.example.evil.example",
    "null",
    "http://localhost:1",
  ])("that is not, %s, may neither", async (origin) => {
    const answer = await ask({ TOOLWEAVE_ALLOWED_ORIGINS: APP }, origin);
    expect([answer.status, (await answer.json()).code]).toEqual([403, "unauthorized"]);
    expect(answer.headers.get("access-control-allow-origin")).toBeNull();
  });

  test("of this machine may where none is named", async () => {
    expect((await ask({}, "http://localhost:5173")).status).toBe(200);
    expect((await ask({}, APP)).status).toBe(403);
  });

  test.each(["app.example", "https://app.example/path", "*", "javascript:alert(1)", "'none'; script-src *"])(
    "are named as origins: %s stops the start",
    (text) => {
      expect(() => readAllowedOrigins([text])).toThrow(/is no origin.*TOOLWEAVE_ALLOWED_ORIGINS/);
      expect(() => readFrameAncestors(undefined, text)).toThrow(/is no origin.*TOOLWEAVE_FRAME_ANCESTORS/);
    },
  );
});
