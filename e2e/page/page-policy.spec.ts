import { expect, test } from "../support/test";

test.use({ serverEnv: { TOOLWEAVE_FRAME_ANCESTORS: "https://intranet.example" } });

test("pages have a strict policy of their own, also where something is wrong", async ({ page, server }) => {
  const nonces = new Set<string>();
  for (const path of ["/", "/t/no-such-thread", "/no/such/page", "/%zz"]) {
    const response = await page.request.get(server.url + path);
    const headers = response.headers();
    const policy = headers["content-security-policy"] ?? "";
    const directive = (name: string) => policy.split("; ").find((part) => part.startsWith(`${name} `)) ?? "";
    expect([path, headers["referrer-policy"], headers["x-content-type-options"]]).toEqual([
      path,
      "same-origin",
      "nosniff",
    ]);
    expect(headers["permissions-policy"]).toContain("camera=()");
    if (path === "/%zz") {
      expect(policy).toBe("default-src 'none'; frame-ancestors 'none'");
      continue;
    }
    expect(directive("script-src")).toMatch(/^script-src 'self' 'nonce-[^']+' 'strict-dynamic'$/);
    expect(directive("style-src")).toMatch(/^style-src 'self' 'nonce-[^']+'$/);
    expect(directive("frame-src")).toBe("frame-src 'self'");
    expect(directive("frame-ancestors")).toBe("frame-ancestors 'self' https://intranet.example");
    nonces.add(/'nonce-([^']+)'/.exec(policy)?.[1] ?? "");
  }
  expect(nonces.size).toBe(3);
});
