import { expect, test, vi } from "vitest";

test("whose run it is, every copy of the module knows that a bundler makes, and nobody outside of a run", async () => {
  const one = await import("./current-user");
  vi.resetModules();
  const other = await import("./current-user");
  expect(other.asUser).not.toBe(one.asUser);
  expect(await one.asUser("ada", async () => other.currentUserId())).toBe("ada");
  for (const { currentUserId } of [one, other]) expect(currentUserId).toThrow("belongs to the user of a run");
});
