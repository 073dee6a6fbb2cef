import { describe, expect, test } from "vitest";
import { createCheckpointTree, KEPT_FOR, type TreeNode } from "./checkpoint-tree";

const node = (id: string, from: string | null, source = "loop", role: number = KEPT_FOR.end): TreeNode => ({
  checkpoint_id: id,
  parent_id: from,
  source,
  role,
});

describe("the tree of a thread", () => {
  const nodes = [node("a", null), node("b", "a"), node("c", "a"), node("d", "b"), node("e", "c"), node("f", "b")];

  test("leads to a checkpoint from the first, in whatever order its nodes come", () => {
    const path = (id: string) =>
      createCheckpointTree(nodes.toReversed())
        .pathTo(id)
        .map(({ checkpoint_id }) => checkpoint_id);
    expect(path("f")).toEqual(["a", "b", "f"]);
    expect(path("a")).toEqual(["a"]);
    expect(path("nobody")).toEqual([]);
  });

  test("names what began beside a step, oldest first, each with the newest that came of it", () => {
    expect(createCheckpointTree(nodes).placeAt(node("b", "a"))).toEqual({
      checkpointId: "b",
      parentId: "a",
      siblings: [
        { checkpointId: "b", headId: "f" },
        { checkpointId: "c", headId: "e" },
      ],
    });
  });

  test("has nothing beside its first", () => {
    expect(createCheckpointTree(nodes).placeAt(node("a", null))).toEqual({
      checkpointId: "a",
      parentId: undefined,
      siblings: [],
    });
  });

  test("looks through the step that only announces input, as long as it is there", () => {
    const during = [...nodes, node("g", "a", "input", KEPT_FOR.unsettled), node("h", "g", "loop", KEPT_FOR.unsettled)];
    const place = createCheckpointTree(during).placeAt(node("h", "g"));
    expect(place).toMatchObject({ checkpointId: "h", parentId: "a" });
    expect(place.siblings).toEqual([
      { checkpointId: "b", headId: "f" },
      { checkpointId: "c", headId: "e" },
      { checkpointId: "h", headId: "h" },
    ]);
    const settled = [...nodes, node("g", "a", "input"), node("h", "g")];
    expect(createCheckpointTree(settled).placeAt(node("h", "g")).parentId).toBe("g");
  });
});
