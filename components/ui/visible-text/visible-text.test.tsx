// @vitest-environment jsdom
import { act } from "react";
import { beforeAll, expect, it } from "vitest";
import { newRoot } from "../../test-support/new-root";
import { visibleText } from "./visible-text";

beforeAll(() => {
  Reflect.set(globalThis, "IS_REACT_ACT_ENVIRONMENT", true);
});

it("draws ordinary text as it is, and a mark that has a name in the place of what is hidden", async () => {
  expect(visibleText("Lisbon")).toBe("Lisbon");
  const { host, root } = newRoot();
  await act(() => root.render(<p>{visibleText("evil\u202etxt.exe")}</p>));
  expect(host.textContent).toBe("evilU+202Etxt.exe");
  const mark = host.querySelector(".tw-hidden-mark");
  expect([mark?.tagName, mark?.getAttribute("aria-label")]).toEqual(["BDI", "Hidden character U+202E"]);
});

it("draws a bounded number of marks, and leaves no hidden character beyond them", async () => {
  const { host, root } = newRoot();
  await act(() => root.render(<p>{visibleText("a\u200b".repeat(5_000))}</p>));
  expect(host.querySelectorAll(".tw-hidden-mark")).toHaveLength(200);
  expect(host.textContent?.match(/U\+200B/g)).toHaveLength(5_000);
  expect(host.textContent).not.toContain("\u200b");
});
