import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { checkModelKey } from "@/lib/server/models";

const OPENAI = { id: "openai:gpt-4.1-mini", isDemo: false };
const ANTHROPIC = { id: "anthropic:claude-haiku-4-5", isDemo: false };

let answer: { status: number; body: string } | "silence";
let asked: { url: string | undefined; headers: IncomingHttpHeaders }[];
let server: Server;
let address: string;

beforeEach(async () => {
  answer = { status: 200, body: '{"data":[]}' };
  asked = [];
  server = createServer((request, response) => {
    asked.push({ url: request.url, headers: request.headers });
    if (answer !== "silence") response.writeHead(answer.status).end(answer.body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const openai = () => ({ OPENAI_API_KEY: "secret-1", OPENAI_BASE_URL: `${address}/v1/` });

describe("checkModelKey", () => {
  test("asks the provider's list of models at the address of the environment, with the key as the provider wants it", async () => {
    expect(await checkModelKey(OPENAI, openai())).toEqual(OPENAI);
    const env = { ANTHROPIC_API_KEY: "secret-2", ANTHROPIC_BASE_URL: address };
    expect(await checkModelKey(ANTHROPIC, env)).toEqual(ANTHROPIC);
    expect(asked.map(({ url }) => url)).toEqual(["/v1/models", "/v1/models"]);
    expect(asked[0]?.headers.authorization).toBe("Bearer secret-1");
    expect(asked[1]?.headers["x-api-key"]).toBe("secret-2");
    expect(asked[1]?.headers["anthropic-version"]).toBeDefined();
  });

  test.each([401, 403])(
    "an answer %i is a refused key; the message names the variable and not the key",
    async (status) => {
      answer = { status, body: "{}" };
      const { problem } = await checkModelKey(OPENAI, openai());
      expect(problem?.code).toBe("model_key_refused");
      expect(problem?.message).toContain("OPENAI_API_KEY");
      expect(JSON.stringify(problem)).not.toContain("secret");
    },
  );

  test.each([
    [404, "not here"],
    [400, "bad request"],
    [302, ""],
    [429, "slow down"],
    [500, "broken"],
    [
      403,
      '{"error":{"message":"You have insufficient permissions for this operation. Missing scopes: api.model.read"}}',
    ],
  ])("an answer %i %s is no key problem", async (status, body) => {
    answer = { status, body };
    expect(await checkModelKey(OPENAI, openai())).toEqual(OPENAI);
  });

  test("no answer within the time-out, or nobody at the address, is no key problem", async () => {
    answer = "silence";
    expect(await checkModelKey(OPENAI, openai(), { timeoutMs: 50 })).toEqual(OPENAI);
    const env = { OPENAI_API_KEY: "secret-3", OPENAI_BASE_URL: "http://127.0.0.1:1/v1" };
    expect(await checkModelKey(OPENAI, env)).toEqual(OPENAI);
  });

  test("Gemini says 400 to a wrong key", async () => {
    const gemini = { id: "google-genai:gemini-2.5-flash", isDemo: false };
    const refusing: typeof fetch = async () => new Response('{"reason":"API_KEY_INVALID"}', { status: 400 });
    const { problem } = await checkModelKey(gemini, { GOOGLE_API_KEY: "secret-4" }, { fetch: refusing });
    expect(problem?.code).toBe("model_key_refused");
  });

  test("is asked once, and again on demand; a key that works by then is no problem any more", async () => {
    answer = { status: 401, body: "{}" };
    const refused = await checkModelKey(OPENAI, openai());
    expect(await checkModelKey(OPENAI, openai())).toEqual(refused);
    expect(asked).toHaveLength(1);
    answer = { status: 200, body: "{}" };
    expect(await checkModelKey(refused, openai(), { isForced: true })).toEqual(OPENAI);
    expect(asked).toHaveLength(2);
  });

  test("what was not learnt is asked again", async () => {
    answer = { status: 503, body: "" };
    await checkModelKey(OPENAI, openai());
    answer = { status: 401, body: "" };
    expect((await checkModelKey(OPENAI, openai())).problem?.code).toBe("model_key_refused");
  });

  test("the demo model, a missing key and a model of one's own are not asked about", async () => {
    const missing = { ...OPENAI, problem: { code: "model_key_missing", message: "No key" } };
    expect(await checkModelKey(missing, { OPENAI_BASE_URL: address })).toEqual(missing);
    expect(await checkModelKey({ id: "demo", isDemo: true }, openai())).toEqual({ id: "demo", isDemo: true });
    const ownClass = { id: "my_model", isDemo: false };
    expect(await checkModelKey(ownClass, openai())).toEqual(ownClass);
    expect(asked).toHaveLength(0);
  });
});
