import "next/dist/server/node-environment-baseline.js"; // what Next's own modules expect of a process
import { unstable_doesMiddlewareMatch } from "next/experimental/testing/server.js";
import { expect, test } from "vitest";
import { config } from "./proxy";

const isPassed = (url: string) => unstable_doesMiddlewareMatch({ config, url });

test.each([
  "/",
  "/t/0b5f",
  "/apifoo",
  "/api.json",
  "/favicon.icox",
  "/iconxsvg",
  "/icon.svg/a",
  "/_next/staticx",
  "/%",
])("%s may be answered with a page, and so gets the policy of one", (path) => {
  expect(isPassed(path)).toBe(true);
});

test.each(["/api", "/api/threads", "/_next/static/a.js", "/_next/image?url=a", "/icon.svg", "/favicon.ico"])(
  "%s is no page, and is not held up",
  (path) => {
    expect(isPassed(path)).toBe(false);
  },
);

test("of the interface only an address passes that may be none", () => {
  expect(isPassed("/api/threads/%E0%A4%A")).toBe(true);
});
