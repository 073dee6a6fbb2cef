import { once } from "node:events";
import { statSync } from "node:fs";
import { request as httpRequest, type RequestOptions } from "node:http";
import { join } from "node:path";
import { KEY_HEADERS, type RunningServer } from "../support/server";
import { expect, test } from "../support/test";

/** One request as it is written here, and its answer as it comes over the wire. */
async function ask(server: RunningServer, options: RequestOptions, body?: Buffer) {
  const { port } = new URL(server.url);
  const request = httpRequest({ host: "127.0.0.1", port, ...options });
  request.on("error", () => undefined); // a refusal may come before all is sent
  request.end(body);
  const [response] = await once(request, "response");
  const pieces: Buffer[] = [];
  for await (const piece of response) pieces.push(piece);
  return { status: response.statusCode, headers: response.headers, bytes: Buffer.concat(pieces) };
}

test("a name that is not this machine's is refused, on pages and on the interface", async ({ server }) => {
  for (const path of ["/", "/t/any", "/api/info", "/api/threads"]) {
    for (const host of ["evil.example", "127.0.0.1.nip.io:3000"]) {
      const { status, headers, bytes } = await ask(server, { path, headers: { host } });
      expect([path, status, headers["set-cookie"]]).toEqual([path, 403, undefined]);
      expect(bytes.toString()).toContain("TOOLWEAVE_OWN_ORIGINS");
    }
    const { status } = await ask(server, { path, headers: { host: "localhost" } });
    expect([path, status]).not.toEqual([path, 403]);
  }
});

test("a method that nothing takes is refused in words", async ({ server }) => {
  for (const method of ["TRACE", "PROPFIND"]) {
    for (const path of ["/", "/api/threads", "/api/ok"]) {
      const { status, bytes } = await ask(server, { path, method });
      expect([path, status, JSON.parse(bytes.toString()).code]).toEqual([path, 501, "unsupported"]);
    }
  }
});

test("no image is optimised for anybody", async ({ server }) => {
  for (const url of ["/icon.svg", "/api/artifact-frame", "https://example.com/a.png"]) {
    const path = `/_next/image?url=${encodeURIComponent(url)}&w=64&q=75`;
    const { status, headers } = await ask(server, { path });
    expect([url, status, headers["content-type"]?.startsWith("image/")]).toEqual([url, 404, false]);
  }
});

test("a part of a text is never compressed on its way", async ({ server }) => {
  const text = Buffer.from("word ".repeat(20_000));
  const headers = { ...KEY_HEADERS, "content-disposition": 'attachment; filename="a.txt"' };
  const sent = await ask(server, { path: "/api/attachments", method: "POST", headers }, text);
  const { url } = JSON.parse(sent.bytes.toString());
  const range = { ...KEY_HEADERS, "accept-encoding": "gzip", range: "bytes=5-50003" };
  const part = await ask(server, { path: `/api${url}`, headers: range });
  expect([part.status, part.headers["content-encoding"]]).toEqual([206, undefined]);
  expect(part.bytes.equals(text.subarray(5, 50_004))).toBe(true);
});

test("an upload to an address with percent signs comes whole or not at all", async ({ server }) => {
  for (const path of ["/api/%61ttachments", "/%61pi/attachments", "/api/attachments%2F"]) {
    for (const headers of [{ "content-length": 11_000_000 }, { "transfer-encoding": "chunked" }]) {
      const file = Buffer.alloc(11_000_000, 97);
      const { status, bytes } = await ask(
        server,
        { path, method: "POST", headers: { ...KEY_HEADERS, ...headers } },
        file,
      );
      if (status === 201) expect(JSON.parse(bytes.toString()).size).toBe(file.byteLength);
      else expect([path, status, bytes.toString()]).toEqual([path, expect.any(Number), expect.stringMatching(/\w/)]);
      expect([path, (status ?? 500) < 500]).toEqual([path, true]);
    }
  }
  const small = await ask(
    server,
    { path: "/api/%61ttachments", method: "POST", headers: KEY_HEADERS },
    Buffer.from("hi"),
  );
  expect([400, 201]).toContain(small.status);
});

test("the data folder is its owner's alone", async ({ server }) => {
  test.skip(process.platform === "win32");
  for (const [name, mode] of [
    [".", 0o700],
    ["toolweave.sqlite", 0o600],
    ["secret", 0o600],
  ] as const)
    expect([name, statSync(join(server.dataDir, name)).mode & 0o777]).toEqual([name, mode]);
});
