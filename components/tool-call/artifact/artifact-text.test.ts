import fc from "fast-check";
import { expect, it } from "vitest";
import { inPieces } from "./artifact-code";
import { changedLines } from "./changed-lines";
import { fileTypeOf } from "./file-type";
import { countLines } from "./read-artifact";

const text = fc.array(fc.constantFrom("a", "b", "c", "", "  d"), { maxLength: 200 }).map((lines) => lines.join("\n"));

it("pieces joined give the text, and a text that grows changes its last piece alone", () => {
  fc.assert(
    fc.property(text, text, (before, more) => {
      const pieces = inPieces(before);
      expect(pieces.join("")).toBe(before);
      expect(inPieces(before + more).slice(0, pieces.length - 1)).toEqual(pieces.slice(0, -1));
      expect(pieces.reduce((sum, piece) => sum + countLines(piece), 0)).toBe(countLines(before));
    }),
  );
});

it("changes read from top to bottom give the new text without the removed, the old one without the added", () => {
  fc.assert(
    fc.property(text, text, (before, after) => {
      const groups = changedLines(before, after) ?? [];
      const newLines = after.replace(/\n$/, "").split("\n");
      const count = groups.reduce((sum, group) => {
        if (group.kind === "skipped") return sum + group.count;
        return group.kind === "removed" ? sum : sum + group.lines.length;
      }, 0);
      if (groups.length === 0) expect(before.replace(/\n$/, "")).toBe(after.replace(/\n$/, ""));
      else expect(count).toBe(after === "" ? 0 : newLines.length);
      for (const group of groups) {
        if (group.kind === "added") for (const line of group.lines) expect(newLines).toContain(line);
      }
    }),
  );
});

it("counts what did not change, but for the lines around a change", () => {
  const lines = Array.from({ length: 30 }, (_, index) => `line ${index}`);
  const groups = changedLines(lines.join("\n"), lines.with(15, "other").join("\n")) ?? [];
  expect(groups.map((group) => (group.kind === "skipped" ? group.count : [group.kind, group.lines.length]))).toEqual([
    12,
    ["same", 3],
    ["removed", 1],
    ["added", 1],
    ["same", 3],
    11,
  ]);
});

it("gives up on texts that have nothing in common, within its time", () => {
  const big = (seed: string) => Array.from({ length: 20_000 }, (_, index) => `${seed} ${index}`).join("\n");
  const startMs = performance.now();
  expect(changedLines(big("a"), big("b"))).toBeUndefined();
  expect(performance.now() - startMs).toBeLessThan(5000);
});

it("names a file after what it holds", () => {
  expect(fileTypeOf({ kind: "html", language: "" })).toEqual({ extension: "html", type: "text/html" });
  expect(fileTypeOf({ kind: "code", language: "TypeScript" }).extension).toBe("ts");
  expect(fileTypeOf({ kind: "code", language: "py" }).extension).toBe("py");
  expect(fileTypeOf({ kind: "code", language: "__proto__" }).extension).toBe("txt");
});
