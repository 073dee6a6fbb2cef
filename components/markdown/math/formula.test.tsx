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
