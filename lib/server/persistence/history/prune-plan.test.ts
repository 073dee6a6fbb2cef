import { describe, expect, test } from "vitest";
import { KEPT_FOR } from "./checkpoint-tree";
import { planPrune, type TurnNode } from "./prune-plan";

/** A checkpoint; `from` is its parent. */
const node = (id: string, from: string | null, source: string, children = 1, role = 0): TurnNode => ({
  checkpoint_id: id,
  parent_id: from,
  source,
  role,
  children,
});
const { end, branchPoint } = KEPT_FOR;

describe("of a turn that has settled", () => {
  test("stay the question and the end; what announced it and the steps between go", () => {
    const turn = [
      node("b", "a", "input"),
      node("c", "b", "loop"), // holds the question
      node("d", "c", "loop"),
      node("e", "d", "loop", 0),
    ];
    expect(planPrune(turn, node("a", null, "loop", 1, end))).toEqual({
      keep: [
        { id: "c", role: branchPoint },
        { id: "e", role: end },
      ],
      clearWrites: ["c", "a"],
      forget: ["b", "d"],
    });
  });

  test("stays where a call came in that failed, also when the turn paused there and went on", () => {
    const turn = [node("b", "a", "input"), node("c", "b", "loop"), node("d", "c", "loop"), node("e", "d", "loop", 0)];
    const plan = planPrune(turn, node("a", null, "loop", 1, end), new Set(["d"]));
    expect(plan.keep.map(({ id }) => id)).toEqual(["c", "d", "e"]);
    expect(plan.clearWrites).toEqual(["c", "d", "a"]);
    const rest = [node("d", "c", "loop"), node("e", "d", "loop", 0)];
    const paused = node("c", "b", "loop", 1, end);
    expect(planPrune(rest, paused, new Set(["c"]))).toMatchObject({ clearWrites: ["c"], forget: ["d"] });
  });

  test("stays the first of the thread", () => {
    const turn = [node("a", null, "input"), node("b", "a", "loop"), node("c", "b", "loop", 0)];
    expect(planPrune(turn, undefined)).toEqual({
      keep: [
        { id: "a", role: branchPoint },
        { id: "b", role: branchPoint },
        { id: "c", role: end },
      ],
      clearWrites: ["a", "b"],
      forget: [],
    });
  });

  test("stays a step from which several go on", () => {
    const turn = [node("b", "a", "update"), node("c", "b", "update", 2), node("d", "c", "fork", 0)];
    const plan = planPrune(turn, node("a", null, "loop", 2, end));
    expect(plan.keep).toEqual([
      { id: "c", role: branchPoint },
      { id: "d", role: end },
    ]);
    expect(plan.forget).toEqual(["b"]);
  });

  test("stays what a second question in the same settlement came after", () => {
    const turn = [node("b", "a", "loop"), node("c", "b", "input"), node("d", "c", "loop", 0)];
    expect(planPrune(turn, node("a", null, "input", 1, branchPoint)).keep).toEqual([
      { id: "b", role: end },
      { id: "d", role: end },
    ]);
  });

  test("goes the pause that it went on from, unless something else went on from there too", () => {
    const turn = [node("b", "a", "loop", 0)];
    expect(planPrune(turn, node("a", "0", "loop", 1, end)).forget).toEqual(["a"]);
    expect(planPrune(turn, node("a", "0", "loop", 2, end))).toMatchObject({ forget: [], clearWrites: ["a"] });
    expect(planPrune(turn, node("a", "0", "loop", 1, branchPoint))).toMatchObject({ forget: [], clearWrites: ["a"] });
  });

  test("goes nothing where there was no turn", () => {
    expect(planPrune([], undefined)).toEqual({ keep: [], clearWrites: [], forget: [] });
  });
});
