import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type MessageRange, withEarlier, withNewest } from "./message-range";

const messages = (from: number, to: number, branch = "") =>
  Array.from({ length: to - from }, (_, index) => ({ id: `${branch}${from + index}` }));
const range = (from: number, to: number, branch = ""): MessageRange => ({
  first: from,
  messages: messages(from, to, branch),
});

describe("the messages that are loaded", () => {
  it("join with newer ones that overlap, touch or hold them, whatever the cut", () => {
    const cuts = fc.tuple(fc.nat(40), fc.nat(40), fc.nat(40)).map((numbers) => numbers.toSorted((a, b) => a - b));
    fc.assert(
      fc.property(cuts, fc.nat(40), ([first = 0, seam = 0, end = 0], more) => {
        const known = range(first, end);
        expect(withNewest(known, range(seam, end + more))).toEqual(
          seam === end + more && seam > first ? expect.anything() : range(Math.min(first, seam), end + more),
        );
      }),
    );
  });

  it("do not join over a gap: what lies between has to be asked for", () => {
    expect(withNewest(range(10, 20), range(21, 30))).toBeUndefined();
    expect(withNewest(range(10, 20), range(20, 30))).toEqual(range(10, 30));
  });

  it("give way to those of another branch, and to a thread that lost some", () => {
    expect(withNewest(range(0, 20), range(15, 25, "other-"))).toEqual(range(15, 25, "other-"));
    expect(withNewest(range(0, 20), range(0, 3))).toEqual(range(0, 3));
  });

  it("take an earlier page only where it ends", () => {
    expect(withEarlier(range(10, 20), range(5, 10))).toEqual(range(5, 20));
    expect(withEarlier(range(10, 20), range(5, 9))).toBeUndefined();
    expect(withEarlier(range(10, 20), range(10, 10))).toBeUndefined();
  });
});
