import { expect, test, vi } from "vitest";

const ADA = { userId: "ada", era: {} };

test("whose run it is, every copy of the module knows that a bundler makes, and nobody outside of a run", async () => {
  const one = await import("./current-user");
  vi.resetModules();
  const other = await import("./current-user");
  expect(other.asUser).not.toBe(one.asUser);
  expect(await one.asUser(ADA, async () => other.currentUser())).toEqual(ADA);
  for (const { currentUser } of [one, other]) expect(currentUser).toThrow("belongs to the user of a run");
});
