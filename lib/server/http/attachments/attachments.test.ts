import { once } from "node:events";
import { readdir, stat } from "node:fs/promises";
import { request as httpRequest } from "node:http";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import type { Attachment } from "@/lib/protocol";
import type { AttachmentOptions } from "../../attachments";
import { createHandlers } from "../../create-handlers";
import { PDF, pixelBomb, pngOf, wav, zipBomb } from "../../test-support/sample-files";
import { ScriptedModel } from "../../test-support/scripted-model";
import { serve } from "../../test-support/serve";
import { newFolder } from "../../test-support/storages";

const MIB = 1024 * 1024;
const WAIT = { timeout: 10_000 };
const text = (value: string) => new TextEncoder().encode(value);

/** A real server on loopback with a data folder of its own. */
async function open(attachments: AttachmentOptions = {}) {
  const dataDir = await newFolder();
  const handlers = createHandlers(
    { model: new ScriptedModel(() => []), dataDir, attachments, auth: "none", agents: { agent: { title: "A" } } },
    { reportError: () => undefined },
  );
  const server = await serve(handlers);
  onTestFinished(async () => {
    await server.close();
    await handlers.dispose(0);
  });
  const url = `${server.url}/api/attachments`;
  const post = (body: BodyInit, name = "file", headers: Record<string, string> = {}) =>
    fetch(url, {
      method: "POST",
      body,
      headers: { "content-disposition": `attachment; filename*=UTF-8''${encodeURIComponent(name)}`, ...headers },
    });
  const take = async (body: Uint8Array, name?: string, headers?: Record<string, string>): Promise<Attachment> => {
    const response = await post(new Uint8Array(body), name, headers);
    expect(response.status, await response.clone().text()).toBe(201);
    return response.json();
  };
  const kept = () => readdir(join(dataDir, "attachments")).catch(() => []);
  const onDisk = async () => {
    const entries = await readdir(join(dataDir, "attachments"), { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile());
    const sizes = await Promise.all(
      files.map(async ({ parentPath, name }) => (await stat(join(parentPath, name))).size),
    );
    return sizes.reduce((total, size) => total + size, 0);
  };
  return { handlers, server, url, post, take, kept, onDisk };
}

describe("an upload", () => {
  test("is known by its bytes, whatever its sender says of it", async () => {
    const { take } = await open({ kinds: ["image", "pdf", "text", "audio", "other"] });
    const png = await pngOf(800, 400);
    expect(await take(png, "a.html", { "content-type": "text/html" })).toMatchObject({
      name: "a.html",
      kind: "image",
      mime_type: "image/png",
      size: png.byteLength,
      width: 800,
      height: 400,
      has_thumbnail: true,
    });
    expect(await take(PDF, "a.png", { "content-type": "image/png" })).toMatchObject({
      kind: "pdf",
      mime_type: "application/pdf",
    });
    expect(await take(wav(), "a.txt")).toMatchObject({ kind: "audio", mime_type: "audio/wav", has_thumbnail: false });
    expect(await take(text("name,age\nInes,30\n"), "a.csv")).toMatchObject({ kind: "text", mime_type: "text/plain" });
    expect(await take(text("<svg onload='alert(1)'/>"), "a.svg")).toMatchObject({ kind: "text" });
    expect(await take(text("<?xml version='1.0'?><svg/>"), "a.svg")).toMatchObject({ kind: "text" });
    expect(await take(new Uint8Array([0xff, 0xfe, 0x41, 0, 0x42, 0]), "utf16.txt")).toMatchObject({ kind: "other" });
    expect(await take(text("a\0b"), "nul.txt")).toMatchObject({ kind: "other" });
    expect(await take(zipBomb(50 * MIB), "bomb.txt")).toMatchObject({
      kind: "other",
      mime_type: "application/octet-stream",
    });
  });

  test("of a kind that is not taken is refused in words, and leaves nothing", async () => {
    const { post, kept } = await open();
    const response = await post(new Uint8Array(zipBomb(10 * MIB)), "photos.zip");
    expect(response.status).toBe(422);
    expect(await response.json()).toMatchObject({
      code: "unsupported",
      message:
        "What is in this file is of no type that is taken here. Taken: Images, PDF files, Text files, Audio files.",
    });
    expect((await post(text("x".repeat(9)), "a.txt")).status).toBe(201);
    expect((await post("")).status).toBe(400);
    expect(await kept()).toHaveLength(1);
  });

  test("gets a name that can do nothing", async () => {
    const { take, url } = await open();
    const evil = '../../x\r\nSet-Cookie: a=b\u202egpj."exe;\u00e9.txt';
    const { id, name } = await take(text("hi"), evil);
    expect(name).toBe("xSet-Cookie_ a=bgpj._exe;\u00e9.txt");
    const response = await fetch(`${url}/${id}`);
    expect(response.headers.get("set-cookie")).toBeNull();
    expect(response.headers.get("content-disposition")).toBe(
      `attachment; filename="xSet-Cookie__a_bgpj._exe__.txt"; filename*=UTF-8''xSet-Cookie_%20a%3Dbgpj._exe%3B%C3%A9.txt`,
    );
  });

  test("that says it is larger than the limit is refused before its bytes (case 201)", async () => {
    const { server, kept } = await open({ maxBytes: MIB });
    const { port, hostname } = new URL(server.url);
    const request = httpRequest({
      hostname,
      port,
      path: "/api/attachments",
      method: "POST",
      headers: { "content-length": 2 * 1024 * MIB },
    });
    request.on("error", () => undefined);
    request.flushHeaders();
    const [response] = await once(request, "response");
    expect(response.statusCode).toBe(413);
    request.destroy();
    expect(await kept()).toEqual([]);
  });

  test("that does not end is cut at the limit, and takes no memory of its size", async () => {
    const { server, kept } = await open({ maxBytes: 64 * MIB });
    const { port, hostname } = new URL(server.url);
    const beforeBytes = process.memoryUsage().rss;
    let peakBytes = 0;
    let sentBytes = 0;
    const request = httpRequest({ hostname, port, path: "/api/attachments", method: "POST" });
    request.on("error", () => undefined); // the server hangs up
    const answered = once(request, "response");
    const piece = Buffer.alloc(MIB, 97);
    let isAnswered = false;
    void answered.then(() => {
      isAnswered = true;
    });
    while (sentBytes < 500 * MIB && !isAnswered && !request.destroyed) {
      peakBytes = Math.max(peakBytes, process.memoryUsage().rss);
      sentBytes += piece.byteLength;
      if (!request.write(piece)) await Promise.race([once(request, "drain"), answered]);
    }
    const [response] = await answered;
    request.destroy();
    expect(response.statusCode).toBe(413);
    expect(sentBytes).toBeLessThan(500 * MIB);
    expect(peakBytes - beforeBytes).toBeLessThan(160 * MIB);
    await eventuallyEmpty(kept);
  });

  test("that is cut in the middle leaves nothing behind", async () => {
    const { server, kept } = await open();
    const { port, hostname } = new URL(server.url);
    const socket = connect(Number(port), hostname);
    await once(socket, "connect");
    socket.write(
      `POST /api/attachments HTTP/1.1\r\nhost: ${hostname}\r\ncontent-length: 100000\r\n\r\n${"x".repeat(5_000)}`,
    );
    while ((await kept()).length === 0) await wait(5);
    socket.destroy();
    await eventuallyEmpty(kept);
  });

  test("of which a host lets through less than was announced is refused, and leaves nothing", async () => {
    const { handlers, kept } = await open();
    const send = (announced: number, body: string) =>
      handlers.fetch(
        new Request("http://localhost/api/attachments", {
          method: "POST",
          body,
          headers: { "content-length": `${announced}`, "content-disposition": "attachment; filename=a.txt" },
        }),
      );
    const refused = await send(100, "x".repeat(60));
    expect([refused.status, await refused.json()]).toEqual([
      400,
      {
        code: "bad_request",
        message: "The file broke off: 100 bytes were announced and 60 came. Upload it again.",
        field: "body",
      },
    ]);
    expect(await kept()).toEqual([]);
    expect((await send(60, "x".repeat(60))).status).toBe(201);
  });

  test("stays within what a user may keep, and deleting makes room", async () => {
    const { post, take, url } = await open({ quotaBytes: 20_000 });
    const { id } = await take(text("x".repeat(12_000)));
    const refused = await post(text("y".repeat(12_000)));
    expect(refused.status).toBe(413);
    expect((await refused.json()).message).toMatch(/Your files would take more than/);
    expect((await fetch(`${url}/${id}`, { method: "DELETE" })).status).toBe(204);
    await take(text("y".repeat(12_000)));
    const large = await post(new Uint8Array(15 * MIB)); // under the limit of a file: read to its end, and answered
    expect([large.status, (await large.json()).code]).toEqual([413, "too_large"]);
    const many = await Promise.all(Array.from({ length: 8 }, () => post(text("z"))));
    expect(many.filter(({ status }) => status === 201).length).toBeLessThan(3); // each counts for a block of the disk
  });

  test.each([
    ["say how long they are", { "content-length": 400_000 }],
    ["do not", { "transfer-encoding": "chunked" }],
  ])("of many at once that %s takes no more of the disk than a user may keep", async (_, headers) => {
    const { server, take, post, onDisk } = await open({ quotaBytes: MIB });
    const { port, hostname } = new URL(server.url);
    const answers: number[] = [];
    const requests = Array.from({ length: 8 }, () => {
      const request = httpRequest({ hostname, port, path: "/api/attachments", method: "POST", headers });
      request.on("error", () => undefined); // the server hangs up
      request.on("response", (response) => answers.push(response.resume().statusCode ?? 0));
      request.write(Buffer.alloc(399_000, 97)); // and no end
      return request;
    });
    await vi.waitFor(() => expect(answers.length).toBeGreaterThanOrEqual(6), WAIT); // there is room for two
    expect(new Set(answers)).toEqual(new Set([413]));
    expect(await onDisk()).toBeLessThanOrEqual(MIB);
    for (const request of requests) request.destroy();
    await vi.waitFor(async () => expect((await post(text("x".repeat(900_000)))).status).toBe(201), WAIT); // all is given back
    await take(text("small"));
  });

  test("of an image that would unfold into gigabytes is kept and never decoded", async () => {
    const { take, url } = await open();
    const { id, ...rest } = await take(await pixelBomb(), "bomb.png");
    expect(rest).toMatchObject({ kind: "image", has_thumbnail: false });
    expect(rest).not.toHaveProperty("width");
    expect((await fetch(`${url}/${id}/thumbnail`)).status).toBe(404);
  });
});

describe("a stored file", () => {
  test("is served so that it cannot run", async () => {
    const { take, url } = await open();
    const gifScript = text("GIF89a/*\0\u0001*/=1;alert(1)//");
    const textScript = text("GIF89a/*\u0001\u0001*/=1;alert(1)//");
    const both = (first: Uint8Array) => Buffer.concat([first, text("<script>alert(1)</script>"), zipBomb(MIB)]);
    const files = [
      [await take(await pngOf(2, 2), "a.png"), "image/png", "inline"],
      [await take(both(await pngOf(2, 2)), "a.html"), "image/png", "inline"],
      [await take(both(PDF), "a.html"), "application/pdf", "attachment"],
      [await take(gifScript, "a.js"), "image/gif", "inline"],
      [await take(textScript, "a.js"), "text/plain; charset=utf-8", "attachment"],
      [await take(text("<script>alert(1)</script>"), "a.html"), "text/plain; charset=utf-8", "attachment"],
      [
        await take(text("<svg xmlns='http://www.w3.org/2000/svg'/>"), "a.svg"),
        "text/plain; charset=utf-8",
        "attachment",
      ],
      [await take(PDF, "a.pdf"), "application/pdf", "attachment"],
    ] as const;
    for (const [{ id }, type, disposition] of files) {
      const { status, headers } = await fetch(`${url}/${id}`);
      expect(status).toBe(200);
      expect(headers.get("content-type")).toBe(type);
      expect(headers.get("content-disposition")?.split(";")[0]).toBe(disposition);
      expect(headers.get("x-content-type-options")).toBe("nosniff");
      expect(headers.get("content-security-policy")).toMatch(/default-src 'none'.*; sandbox$/);
      expect(headers.get("cross-origin-resource-policy")).toBe("same-origin");
      expect(headers.get("cache-control")).toBe("private, no-cache, no-transform");
    }
  });

  test("is given whole, in a range, and by its headers alone", async () => {
    const { take, url } = await open();
    const { id } = await take(text("0123456789"), "n.txt");
    const get = async (range?: string, method = "GET") => {
      const response = await fetch(`${url}/${id}`, { method, headers: range ? { range } : {} });
      const { status, headers } = response;
      return [status, await response.text(), headers.get("content-range"), headers.get("content-length")];
    };
    expect(await get()).toEqual([200, "0123456789", null, "10"]);
    expect(await get("bytes=2-4")).toEqual([206, "234", "bytes 2-4/10", "3"]);
    expect(await get("bytes=7-")).toEqual([206, "789", "bytes 7-9/10", "3"]);
    expect(await get("bytes=-2")).toEqual([206, "89", "bytes 8-9/10", "2"]);
    expect(await get("bytes=5-999")).toEqual([206, "56789", "bytes 5-9/10", "5"]);
    expect(await get("bytes=10-")).toEqual([416, "", "bytes */10", null]);
    expect(await get("bytes=4-2")).toEqual([200, "0123456789", null, "10"]);
    expect(await get("bytes=0-1,4-5")).toEqual([200, "0123456789", null, "10"]);
    expect(await get(undefined, "HEAD")).toEqual([200, "", null, "10"]);
    const etag = (await fetch(`${url}/${id}`)).headers.get("etag") ?? "";
    expect((await fetch(`${url}/${id}`, { headers: { "if-none-match": etag } })).status).toBe(304);
  });

  test("has a thumbnail where it is an image, small and without the original's metadata", async () => {
    const { take, url } = await open();
    const png = await pngOf(3_000, 1_500);
    const { id } = await take(png, "big.png");
    const response = await fetch(`${url}/${id}/thumbnail`);
    const { default: sharp } = await import("sharp");
    const { format, width, height } = await sharp(await response.arrayBuffer()).metadata();
    expect([response.headers.get("content-type"), format, width, height]).toEqual(["image/webp", "webp", 640, 320]);
  });

  test("that is not there is a 404, whatever the id", async () => {
    const { url } = await open();
    for (const id of [crypto.randomUUID(), "..%2f..%2fsecret", "%00", "a".repeat(5_000)]) {
      expect((await fetch(`${url}/${id}`)).status).toBe(404);
      expect((await fetch(`${url}/${id}`, { method: "DELETE" })).status).toBe(404);
    }
  });
});

async function eventuallyEmpty(kept: () => Promise<string[]>): Promise<void> {
  const deadlineMs = Date.now() + 5_000;
  while ((await kept()).length > 0 && Date.now() < deadlineMs) await wait(10);
  expect(await kept()).toEqual([]);
}
