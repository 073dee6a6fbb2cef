// @vitest-environment jsdom
import { act } from "react";
import { createRoot } from "react-dom/client";
import { beforeAll, expect, it } from "vitest";
import { formulasLoaded } from "../../test-support/formulas-loaded";
import { Markdown } from "../markdown";

Reflect.set(globalThis, "IS_REACT_ACT_ENVIRONMENT", true);

beforeAll(formulasLoaded, 30_000);

it("keeps what was drawn of half a formula while it is written, and shows the source of one that ends as none", () => {
  const host = document.createElement("div");
  const root = createRoot(host);
  const draw = (text: string, isGrowing: boolean) => {
    act(() => root.render(<Markdown text={text} isGrowing={isGrowing} />));
    return host.querySelector("math")?.outerHTML;
  };
  const drawn = draw("\\[\nx + 1", true);
  expect(drawn).toContain("x + 1");
  expect(draw("\\[\nx + 1 \\frac", true)).toBe(drawn);
  expect(draw("\\[\nx + 1 \\frac", false)).toBeUndefined();
  expect(host.querySelector(".tw-formula-display")?.textContent).toContain("x + 1 \\frac");
  act(() => root.unmount());
});

it("shows no source of a formula that is written and will be a picture", () => {
  const host = document.createElement("div");
  const root = createRoot(host);
  const text = "\\[\n\\begin{aligned} a &= \\frac{1}{2} \\\\ b &= c \\end{aligned}";
  const sources: (string | null)[] = [];
  for (let end = 3; end <= text.length; end += 1) {
    act(() => root.render(<Markdown text={text.slice(0, end)} isGrowing />));
    for (const code of host.querySelectorAll("code:not([data-pending])")) sources.push(code.textContent);
  }
  expect(sources).toEqual([]);
  expect(host.querySelector("math")).not.toBeNull();
  act(() => root.unmount());
});
