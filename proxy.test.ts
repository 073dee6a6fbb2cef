import "next/dist/server/node-environment-baseline.js"; // what Next's own modules expect of a process
import { unstable_doesMiddlewareMatch } from "next/experimental/testing/server.js";
import { NextRequest } from "next/server";
import { afterEach, describe, expect, test } from "vitest";
import { readHosts } from "@/lib/server/http/exchange/origins/allowed-hosts";
import { pageRules, sharePageRules } from "@/lib/server/pages";
import { config, proxy } from "./proxy";

const isPassed = (url: string) => unstable_doesMiddlewareMatch({ config, url });

test.each([
  "/",
  "/t/0b5f",
  "/api",
  "/api%2Fx",
  "/%61pi/ok",
  "/apifoo",
  "/api.json",
  "/favicon.ico",
  "/favicon.icox",
  "/iconxsvg",
  "/icon.svg/a",
  "/_next/staticx",
  "/%",
])("%s may be answered with a page, and so gets the policy of one", (path) => {
  expect(isPassed(path)).toBe(true);
});

test.each(["/api/threads", "/_next/static/a.js", "/icon.svg"])("%s is no page, and is not held up", (path) => {
  expect(isPassed(path)).toBe(false);
});

test("of the interface only an address passes that may be none", () => {
  expect(isPassed("/api/threads/%E0%A4%A")).toBe(true);
});

describe("a page asked for by a name that is not this machine's", () => {
  const before = pageRules();
  afterEach(() => sharePageRules(before));

  test("is refused in words, and gives no cookie", async () => {
    sharePageRules({ cookieFor: () => "visitor=1", refuseHost: readHosts({}), frameAncestors: [] });
    const ask = (host: string) => proxy(new NextRequest("http://localhost:3000/t/any", { headers: { host } }));
    const refused = ask("evil.example");
    expect([refused.status, refused.headers.get("set-cookie")]).toEqual([403, null]);
    expect(await refused.text()).toMatch(/open it as localhost.*TOOLWEAVE_OWN_ORIGINS/);
    expect([ask("localhost:3000").status, ask("localhost:3000").headers.get("set-cookie")]).toEqual([200, "visitor=1"]);
  });
});

describe("an address that only reads like the interface's", () => {
  const before = pageRules();
  afterEach(() => sharePageRules(before));

  test.each(["/api", "/favicon.ico", "/api%2Fx", "/%61pi/ok"])("%s is answered as a page is", (path) => {
    sharePageRules({ cookieFor: () => undefined, refuseHost: readHosts({}), frameAncestors: [] });
    const ask = (host: string) => proxy(new NextRequest(`http://localhost:3000${path}`, { headers: { host } }));
    const { headers } = ask("localhost:3000");
    expect(headers.get("content-security-policy")).toMatch(/script-src 'self' 'nonce-.*frame-ancestors 'self'/);
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(ask("evil.example").status).toBe(403);
  });
});

describe("an address of the interface with a percent sign", () => {
  const upload = (headers: Record<string, string>) =>
    proxy(new NextRequest("http://localhost:3000/api/%61ttachments", { method: "POST", headers }));

  test.each([{ "content-length": "11000000" }, { "transfer-encoding": "chunked" }])(
    "takes no body that Next would cut: %o",
    async (headers) => {
      const refused = upload(headers);
      expect([refused.status, await refused.json()]).toEqual([
        400,
        { code: "bad_request", message: expect.stringContaining("Send it to /api/attachments") },
      ]);
    },
  );

  test.each([{ "content-length": "10000000" }, {}])("takes %o, and is left to the interface", (headers) => {
    const passed = upload(headers);
    expect([passed.status, passed.headers.get("content-security-policy")]).toEqual([200, null]);
  });
});
