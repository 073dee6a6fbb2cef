import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { encode } from "@auth/core/jwt";
import { createRemoteJWKSet, exportJWK, generateKeyPair, SignJWT, UnsecuredJWT } from "jose";
import { describe, expect, onTestFinished, test } from "vitest";
import { type Auth, createHandlers, createMemoryStorage } from "@/lib/server";
import { ScriptedModel } from "@/lib/server/test-support";
import { authJs } from "./auth-js";
import { bearerJwt } from "./bearer-jwt";

const SECRET = "a secret of the tests, long enough";

/** How a server that is set up like the example answers a request with these headers. */
function serverWith(auth: Auth) {
  const handlers = createHandlers(
    { auth, model: new ScriptedModel(() => ["hi"]), agents: { agent: { title: "Assistant" } } },
    { storage: createMemoryStorage() },
  );
  const ask = async (method: string, path: string, headers: Record<string, string>, body?: object) => {
    const response = await handlers.fetch(
      new Request(`http://localhost/api${path}`, {
        method,
        headers: { ...headers, "content-type": "application/json" },
        ...(body && { body: JSON.stringify(body) }),
      }),
    );
    const text = await response.text();
    return { status: response.status, body: text && JSON.parse(text), headers: response.headers };
  };
  return { ask };
}

/** One user's thread is there for them and for nobody else. */
async function expectTwoUsers(auth: Auth, ada: Record<string, string>, alan: Record<string, string>): Promise<void> {
  const { ask } = serverWith(auth);
  const { body, status } = await ask("POST", "/threads", ada, {});
  expect(status).toBe(200);
  expect((await ask("GET", `/threads/${body.thread_id}`, ada)).status).toBe(200);
  expect((await ask("GET", `/threads/${body.thread_id}`, alan)).status).toBe(404);
}

describe("the example with bearer tokens", () => {
  /** An issuer that publishes its key at an address. */
  async function issuer() {
    const { publicKey, privateKey } = await generateKeyPair("ES256");
    const jwks = JSON.stringify({ keys: [{ ...(await exportJWK(publicKey)), alg: "ES256", kid: "one" }] });
    const server = createServer((_, response) => {
      response.writeHead(200, { "content-type": "application/json" }).end(jwks);
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo; // it listens on TCP
    const keys = createRemoteJWKSet(new URL(`http://127.0.0.1:${port}/jwks.json`));
    const claims = { issuer: "https://issuer.example", audience: "toolweave", subject: "ada", expiry: "5m" };
    const sign = async (changes: Partial<typeof claims> = {}, key = privateKey) => {
      const { issuer, audience, subject, expiry } = { ...claims, ...changes };
      const token = await new SignJWT({ scope: "chat" })
        .setProtectedHeader({ alg: "ES256", kid: "one" })
        .setIssuer(issuer)
        .setAudience(audience)
        .setSubject(subject)
        .setExpirationTime(expiry)
        .sign(key);
      return { authorization: `Bearer ${token}` };
    };
    return { auth: bearerJwt({ keys, issuer: claims.issuer, audience: claims.audience }), sign };
  }

  test("keeps users apart by the subjects of their tokens", async () => {
    const { auth, sign } = await issuer();
    await expectTwoUsers(auth, await sign(), await sign({ subject: "alan" }));
  });

  test("refuses every token that is not one of the issuer's own, for us, and for now", async () => {
    const { auth, sign } = await issuer();
    const { ask } = serverWith(auth);
    const { authorization } = await sign();
    const [head = "", payload = "", signature = ""] = authorization.split(".");
    const other = Buffer.from(
      JSON.stringify({ ...JSON.parse(Buffer.from(payload, "base64url").toString()), sub: "eve" }),
    );
    const refused = [
      await sign({ expiry: "-1s" }),
      await sign({ issuer: "https://evil.example" }),
      await sign({ audience: "somebody-else" }),
      await sign({}, (await generateKeyPair("ES256")).privateKey),
      { authorization: `${head}.${other.toString("base64url")}.${signature}` },
      { authorization: `Bearer ${new UnsecuredJWT({}).setSubject("ada").setExpirationTime("5m").encode()}` },
      { authorization: "Bearer " },
      { authorization: `Basic ${btoa("ada:ada")}` },
      {},
    ];
    for (const headers of refused) {
      const answer = await ask("POST", "/threads/search", headers as Record<string, string>, {});
      expect([headers, answer.status, answer.body.code]).toEqual([headers, 401, "unauthenticated"]);
      expect(answer.headers.get("www-authenticate")).toBe("Bearer");
    }
  });
});

describe("the example with Auth.js", () => {
  const NAME = "authjs.session-token";
  const session = async (sub: string, changes: { secret?: string; maxAge?: number } = {}) => {
    const token = await encode({ token: { sub, name: sub }, secret: SECRET, salt: NAME, ...changes });
    return { cookie: `${NAME}=${token}` };
  };

  test("keeps users apart by its sessions", async () => {
    await expectTwoUsers(authJs({ secret: SECRET }), await session("ada"), await session("alan"));
  });

  test("refuses sessions that are forged, expired or missing", async () => {
    const { ask } = serverWith(authJs({ secret: SECRET }));
    const refused = [
      await session("ada", { secret: "another secret altogether" }),
      await session("ada", { maxAge: -60 }),
      { cookie: `${NAME}=nonsense` },
      {},
    ];
    for (const headers of refused) {
      const answer = await ask("POST", "/threads", headers as Record<string, string>, {});
      expect([answer.status, answer.body.message]).toEqual([401, "Sign in to go on."]);
    }
  });
});
