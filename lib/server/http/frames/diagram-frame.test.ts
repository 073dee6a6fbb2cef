import { expect, test } from "vitest";
import { createFixture } from "../../test-support/fixture";

const ADDRESS = "http://localhost/api/diagram-frame";

test("the page that draws diagrams has the policy of the artifact frame, and is the same for everybody", async () => {
  const { handlers } = await createFixture(() => []);
  const ask = (address: string, headers: Record<string, string> = {}) =>
    handlers.fetch(new Request(address, { headers }));
  const response = await ask(ADDRESS);
  const artifact = await ask("http://localhost/api/artifact-frame");
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toMatch(/^text\/html/);
  for (const name of ["content-security-policy", "connection-allowlist", "permissions-policy", "referrer-policy"]) {
    expect([name, response.headers.get(name)]).toEqual([name, artifact.headers.get(name)]);
  }
  const html = await response.text();
  const other = await ask(ADDRESS, { cookie: "user=someone", "x-api-key": "anything" });
  expect((await other.text()) === html).toBe(true);
  expect(html.match(/<script>/g)).toHaveLength(3);
  expect(html.match(/<\/script>/g)).toHaveLength(3);
  expect(html.match(/<!--/g)).toBeNull();
});

test("a browser that has it is not sent it again", async () => {
  const { handlers } = await createFixture(() => []);
  const ask = (headers: Record<string, string>) => handlers.fetch(new Request(ADDRESS, { headers }));
  const etag = (await ask({})).headers.get("etag") ?? "none";
  for (const kept of [etag, `W/${etag}`]) {
    const again = await ask({ "if-none-match": kept });
    expect([again.status, await again.text()]).toEqual([304, ""]);
  }
  expect((await ask({ "if-none-match": '"of another version"' })).status).toBe(200);
});
