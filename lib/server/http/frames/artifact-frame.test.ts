import { expect, test } from "vitest";
import { createFixture } from "../../test-support/fixture";

test("the frame comes with a policy of its own, and is the same for everybody", async () => {
  const { handlers } = await createFixture(() => []);
  const ask = (headers: Record<string, string>) =>
    handlers.fetch(new Request("http://localhost/api/artifact-frame", { headers }));
  const response = await ask({});
  expect(response.status).toBe(200);
  expect(response.headers.get("content-security-policy")).toBe(
    "sandbox allow-scripts; default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data: blob:; frame-ancestors 'self'",
  );
  expect(Object.fromEntries(response.headers)).toMatchObject({
    "content-type": expect.stringMatching(/^text\/html/),
    "connection-allowlist": "()",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "cache-control": "no-store",
  });
  expect(response.headers.get("permissions-policy")).toMatch(/camera=\(\).*geolocation=\(\).*microphone=\(\)/);
  const other = await ask({ cookie: "user=someone", origin: "http://localhost:1", "x-api-key": "anything" });
  expect(await other.text()).toBe(await response.text());
});
