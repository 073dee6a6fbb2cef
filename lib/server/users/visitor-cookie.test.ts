import { describe, expect, test } from "vitest";
import { toKeys } from "./secret";
import { createVisitorCookies } from "./visitor-cookie";

const SECRETS = ["a".repeat(32), "b".repeat(32)] as const;
const DAY_MS = 24 * 60 * 60 * 1000;
const keysOf = (...secrets: string[]) => toKeys(secrets.join(","), "a test");

const pageWith = (cookie?: string, headers: Record<string, string> = {}) =>
  new Request("http://localhost/", { headers: { ...(cookie === undefined ? {} : { cookie }), ...headers } });

/** What a browser sends back of a `set-cookie`. */
const sent = (setCookie: string | undefined) => setCookie?.split(";")[0] ?? "";

describe("the cookie of a visitor", () => {
  test("is given once, out of reach of scripts and of other sites, and is believed", () => {
    const cookies = createVisitorCookies(keysOf(SECRETS[0]));
    const set = cookies.issue(pageWith());
    expect(set).toMatch(/^toolweave_[0-9a-f]{8}=visitor-[0-9a-f-]{36}\.\d+\.[\w-]{43}; Max-Age=34560000; Path=\/;/);
    expect(set).toMatch(/; HttpOnly; SameSite=Lax$/);
    const page = pageWith(sent(set));
    expect(cookies.read(page)?.userId).toMatch(/^visitor-[0-9a-f-]{36}$/);
    expect(cookies.issue(page)).toBeUndefined();
    expect(set).not.toContain(SECRETS[0]);
  });

  test("goes over an encrypted connection only where the page came over one", () => {
    const cookies = createVisitorCookies(keysOf(SECRETS[0]));
    expect(cookies.issue(pageWith(undefined, { "x-forwarded-proto": "https" }))).toMatch(/; Secure(;|$)/);
    expect(cookies.issue(new Request("https://chat.example/"))).toMatch(/; Secure(;|$)/);
  });

  test("over https is this host's alone: one that another host of the site has put there is nobody's", () => {
    const cookies = createVisitorCookies(keysOf(SECRETS[0]));
    const https = { "x-forwarded-proto": "https" };
    const set = cookies.issue(pageWith(undefined, https));
    expect(set).toMatch(/^__Host-toolweave_[0-9a-f]{8}=visitor-.*; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
    expect(set).not.toMatch(/Domain/i);
    const own = cookies.read(pageWith(sent(set), https));
    expect(own).toBeDefined();
    const planted = sent(cookies.issue(pageWith()));
    expect(cookies.read(pageWith(planted))).toBeDefined(); // it is a good one of its name
    expect(cookies.read(pageWith(planted, https))).toBeUndefined();
    expect(cookies.read(pageWith(`${planted}; ${sent(set)}`, https))).toEqual(own);
    expect(cookies.issue(pageWith(`${planted}; ${sent(set)}`, https))).toBeUndefined();
    const fresh = cookies.read(pageWith(sent(cookies.issue(pageWith(planted, https))), https));
    expect(fresh).toBeDefined();
    expect(fresh).not.toEqual(cookies.read(pageWith(planted)));
    expect(cookies.read(pageWith(sent(set)))).toBeUndefined(); // nor the other way round
    expect(cookies.expire(pageWith(sent(set), https)).map((cookie) => cookie.split("=")[0])).toEqual([
      expect.stringMatching(/^__Host-toolweave_/),
    ]);
  });

  test("is renewed after a day, for the same visitor, and is worth nothing when it has expired", () => {
    let now = Date.UTC(2026, 0, 1);
    const cookies = createVisitorCookies(keysOf(SECRETS[0]), () => now);
    const first = sent(cookies.issue(pageWith()));
    const visitor = cookies.read(pageWith(first));
    now += 2 * DAY_MS;
    const renewed = sent(cookies.issue(pageWith(first)));
    expect(renewed).not.toBe(first);
    expect(cookies.read(pageWith(renewed))).toEqual(visitor);
    now += 399 * DAY_MS;
    expect(cookies.read(pageWith(first))).toBeUndefined();
    expect(cookies.read(pageWith(renewed))).toEqual(visitor);
  });

  test("outlives a change of the secret, and not the end of the old one", () => {
    const before = createVisitorCookies(keysOf(SECRETS[0]));
    const old = sent(before.issue(pageWith()));
    const between = createVisitorCookies(keysOf(SECRETS[1], SECRETS[0]));
    expect(between.read(pageWith(old))).toEqual(before.read(pageWith(old)));
    const fresh = sent(between.issue(pageWith(old)));
    const after = createVisitorCookies(keysOf(SECRETS[1]));
    expect(after.read(pageWith(fresh))).toEqual(before.read(pageWith(old)));
    expect(after.read(pageWith(old))).toBeUndefined();
  });

  test("is not believed when anything of it was made up", () => {
    const cookies = createVisitorCookies(keysOf(SECRETS[0]));
    const real = sent(cookies.issue(pageWith()));
    const [name = "", value = ""] = real.split("=");
    const [userId = "", expiresAt = "", signature = ""] = value.split(".");
    const stranger = sent(createVisitorCookies(keysOf(SECRETS[1])).issue(pageWith()));
    const other = `visitor-${crypto.randomUUID()}`;
    for (const forged of [
      `${name}=${other}.${expiresAt}.${signature}`,
      `${name}=${userId}.${Number(expiresAt) + 1}.${signature}`,
      `${name}=${userId}.${expiresAt}.${"A".repeat(43)}`,
      `${name}=${userId}.${expiresAt}.`,
      `${name}=${userId}.${expiresAt}`,
      `${name}=${stranger.split("=")[1]}`,
      `${name}=everyone.${expiresAt}.${signature}`,
      `${name}=${value}${"x".repeat(100_000)}`,
      `${name}=%00%0d%0a`,
      stranger,
      name,
      "=",
    ]) {
      expect(cookies.read(pageWith(forged)), forged.slice(0, 200)).toBeUndefined();
    }
    expect(cookies.read(pageWith(`a=b; ${real}; c=d`))?.userId).toBe(userId);
    expect(cookies.read(pageWith(`${name}=made-up; ${name}=${other}.${expiresAt}.${signature}; ${real}`))?.userId).toBe(
      userId,
    );
    expect(cookies.read(pageWith(`${real}; ${name}=made-up`))?.userId).toBe(userId);
  });
});
