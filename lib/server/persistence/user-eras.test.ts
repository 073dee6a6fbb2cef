import { expect, test } from "vitest";
import { createUserEras } from "./user-eras";

test("what began before all of its user was deleted is over, and what begins after that is not", () => {
  const eras = createUserEras();
  const [before, same] = [eras.of("ada"), eras.of("ada")];
  eras.assertLasts(before);
  eras.end("ada");
  for (const era of [before, same]) expect(() => eras.assertLasts(era)).toThrow("was deleted");
  const after = eras.of("ada");
  eras.assertLasts(after);
  expect(() => eras.assertLasts(before)).toThrow("was deleted");
  eras.end("ada");
  expect(() => eras.assertLasts(after)).toThrow("was deleted");
});

test("however many others are deleted, nobody else's work is over, and theirs is not forgotten", () => {
  const eras = createUserEras();
  const [ada, alan] = [eras.of("ada"), eras.of("alan")];
  eras.end("alan");
  for (let count = 0; count < 20_000; count += 1) eras.end(`visitor-${count}`);
  eras.assertLasts(ada);
  expect(() => eras.assertLasts(alan)).toThrow("was deleted");
});
