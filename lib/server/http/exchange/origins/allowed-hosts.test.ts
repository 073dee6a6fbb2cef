import { once } from "node:events";
import { request as httpRequest } from "node:http";
import { expect, onTestFinished, test } from "vitest";
import { TESTER } from "../../../test-support/client";
import { createFixture } from "../../../test-support/fixture";
import { serve } from "../../../test-support/serve";
import { readHosts } from "./allowed-hosts";

/** What a server on loopback answers to whoever calls it by a name. */
async function askAs(host: string, env: Record<string, string> = {}, path = "/api/threads") {
  const { handlers } = await createFixture(() => ["hi"], { env: { ...process.env, HOST: "", ...env } });
  const server = await serve(handlers);
  onTestFinished(() => server.close());
  const { port } = new URL(server.url);
  const headers = { ...TESTER, host: host.replace(":PORT", `:${port}`) };
  const request = httpRequest({
    host: "127.0.0.1",
    port,
    path,
    method: path === "/api/threads" ? "POST" : "GET",
    headers,
  });
  request.end();
  const [response] = await once(request, "response");
  let text = "";
  for await (const piece of response) text += piece;
  return { status: response.statusCode as number, body: JSON.parse(text) };
}

test.each(["evil.example:PORT", "evil.example", "127.0.0.1.nip.io:PORT", "localhost.evil.example", "192.168.0.7:PORT"])(
  "a server on loopback refuses who calls it %s, whatever is asked, and says what to set",
  async (host) => {
    for (const path of ["/api/threads", "/api/info", "/api/ok", "/api/attachments/x"]) {
      const { status, body } = await askAs(host, {}, path);
      expect([path, status, body.code]).toEqual([path, 403, "unauthorized"]);
      expect(body.message).toMatch(/open it as localhost\. .* set TOOLWEAVE_OWN_ORIGINS to its address/);
    }
  },
);

test.each([
  "localhost:PORT",
  "LOCALHOST",
  "localhost.",
  "chat.localhost:PORT",
  "127.0.0.1:PORT",
  "127.8.9.1",
  "[::1]:PORT",
])("%s is a name of this machine", async (host) => {
  expect((await askAs(host)).status).toBe(200);
});

test("the name of a proxy in front is one where it is configured, on whatever port", async () => {
  const env = { TOOLWEAVE_OWN_ORIGINS: "https://chat.example, http://other.example:8080" };
  expect((await askAs("chat.example", env)).status).toBe(200);
  expect((await askAs("other.example:8080", env)).status).toBe(200);
  expect((await askAs("evil.example", env)).status).toBe(403);
  expect((await askAs("localhost:PORT", env)).status).toBe(200);
  expect((await askAs("app.example", { TOOLWEAVE_ALLOWED_ORIGINS: "https://app.example" })).status).toBe(200);
});

test("a server that other machines may reach has names that it cannot know", async () => {
  expect((await askAs("chat.lan:PORT", { HOST: "0.0.0.0" })).status).toBe(200);
  expect((await askAs("chat.lan:PORT", { HOST: "::1" })).status).toBe(403);
});

test("what is no origin stops the start", () => {
  expect(() => readHosts({ ownOrigins: ["chat.example"] })).toThrow(/is no origin\. TOOLWEAVE_OWN_ORIGINS/);
});
