import { expect, test } from "../support/test";

test.describe("an address that cannot be decoded", () => {
  for (const path of ["/t/%E0%A4%A", "/t/%", "/%FF"]) {
    test(`${path} is refused in words`, async ({ server }) => {
      const response = await fetch(server.url + path);
      expect([response.status, await response.text()]).toEqual([400, expect.stringContaining("percent sign")]);
    });
  }

  for (const path of ["/api/threads/%E0%A4%A", "/api/threads/%/history", "/api/threads/%C3/runs/stream"]) {
    test(`${path} is refused as the interface refuses`, async ({ server }) => {
      const response = await fetch(server.url + path, { method: "POST" });
      expect([response.status, await response.json()]).toEqual([
        400,
        { code: "bad_request", message: expect.stringContaining("percent sign") },
      ]);
    });
  }

  test("and one that can be is not", async ({ server }) => {
    expect((await fetch(`${server.url}/t/a%20b`)).status).toBe(200);
    const found = await fetch(`${server.url}/api/threads/a%20b`);
    expect([found.status, await found.json()]).toMatchObject([404, { code: "not_found" }]);
  });
});
