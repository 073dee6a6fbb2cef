import { once } from "node:events";
import { createServer, request as httpRequest } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { refuseUnknownMethods } from "./unknown-methods";

test.each(["TRACE", "PROPFIND", "PURGE", "SEARCH"])(
  "%s is refused in words, before and after other requests",
  async (method) => {
    refuseUnknownMethods();
    const served: (string | undefined)[] = [];
    const server = createServer((request, response) => {
      served.push(request.method);
      response.end("served");
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo; // it listens on TCP
    const ask = async (asked: string) => {
      const request = httpRequest({ port, host: "127.0.0.1", method: asked, path: "/" });
      request.end();
      const [response] = await once(request, "response");
      let text = "";
      for await (const piece of response) text += piece;
      return { status: response.statusCode, allow: response.headers.allow, text };
    };
    for (const known of ["GET", "DELETE"]) {
      const refused = await ask(method);
      expect([refused.status, refused.allow]).toEqual([501, "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS"]);
      expect(JSON.parse(refused.text)).toEqual({
        code: "unsupported",
        message: expect.stringContaining(`${method} is not`),
      });
      expect((await ask(known)).text).toBe("served");
    }
    expect(served).toEqual(["GET", "DELETE"]);
  },
);
