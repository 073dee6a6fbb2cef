import { expect, test } from "vitest";
import { createUserEras } from "./user-eras";

test("so many deletions are remembered, and what is older than the oldest of them is over for everybody", () => {
  const eras = createUserEras(2);
  const first = eras.now();
  eras.end("ada");
  const second = eras.now();
  eras.end("alan");
  expect(() => eras.assertLasts("grace", first)).not.toThrow();
  eras.end("grace");
  expect(() => eras.assertLasts("nobody", first)).toThrow("was deleted");
  expect(() => eras.assertLasts("nobody", second)).not.toThrow();
  expect(() => eras.assertLasts("alan", second)).toThrow("was deleted");
  expect(() => eras.assertLasts("ada", eras.now())).not.toThrow();
});
