import { expect, it } from "vitest";
import { readDecline, writeDecline } from "./decline-words";

it.each([
  { mayHaveRun: false },
  { mayHaveRun: true },
  { mayHaveRun: false, reason: "not now: later." },
  { mayHaveRun: true, reason: "it was\nsent." },
])("a decline is read as it was written: %j", (decline) => {
  expect(readDecline(writeDecline(decline))).toEqual(decline);
});

it("no reason is read out of blanks, and nothing out of a tool's own words", () => {
  expect(readDecline(writeDecline({ mayHaveRun: false, reason: "  " }))).toEqual({ mayHaveRun: false });
  expect(readDecline("The person declined this call of mine")).toBeUndefined();
  expect(readDecline("The person closed the dialog without choosing a file.")).toBeUndefined();
});
