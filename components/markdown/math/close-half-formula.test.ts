import katex from "katex";
import { expect, it } from "vitest";
import { closeHalfFormula } from "./close-half-formula";

function isDrawn(tex: string): boolean {
  try {
    katex.renderToString(tex, { displayMode: true, output: "mathml", strict: true });
    return true;
  } catch {
    return false;
  }
}

const WHOLE = [
  "E = mc^2",
  "\\frac{a}{b} + \\sqrt{\\frac{1}{2}}",
  "\\begin{aligned} a &= b + c \\\\ &= \\left( d \\right)^{2} \\end{aligned}",
  "\\sum_{i=1}^{n} x_i = \\int_0^1 \\alpha\\,dx",
  "\\begin{pmatrix} 1 & 0 \\\\ 0 & 1 \\end{pmatrix} \\text{ is one}",
];

it.each(WHOLE)("can be drawn from nearly every beginning: %s", (tex) => {
  const undrawn = Array.from({ length: tex.length }, (_, at) => tex.slice(0, at + 1))
    .filter((beginning) => closeHalfFormula(beginning).length > 0)
    .filter((beginning) => !closeHalfFormula(beginning).some(isDrawn));
  expect(undrawn).toEqual([]);
});

it("leaves out a command that may go on", () => {
  expect(closeHalfFormula("x + \\fra")[0]).toBe("x +");
  expect(closeHalfFormula("\\begin{alig")).toEqual([]);
  expect(closeHalfFormula("a \\\\")[0]).toBe("a \\\\");
});
