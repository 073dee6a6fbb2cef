// @vitest-environment jsdom
import { act } from "react";
import { beforeAll, expect, it } from "vitest";
import type { JsonValue } from "@/lib/partial-json";
import { newRoot } from "../../test-support/new-root";
import { ValueTree } from "./value-tree";

beforeAll(() => {
  Reflect.set(globalThis, "IS_REACT_ACT_ENVIRONMENT", true);
});

it("says where it has no more rows for what is deeper, and shows that as JSON when it is asked for", async () => {
  const { host, root } = newRoot();
  const nested = (depth: number): JsonValue =>
    depth === 0 ? "the innermost" : { [`level ${depth}`]: nested(depth - 1) };
  await act(() => root.render(<ValueTree value={{ top: nested(20) }} stateAt={() => "complete"} />));
  expect(host.textContent).not.toContain("the innermost");
  const more = host.querySelector("button");
  expect(more?.textContent).toBe("Deeper levels of level 10");
  await act(() => more?.click());
  expect(host.querySelector("pre")?.textContent).toContain('"level 1": "the innermost"');
});

it("marks what would not be seen or would turn the order of a value, and of a name", async () => {
  const { host, root } = newRoot();
  const value = { "to\u200b": "\u202eevil", deep: { list: ["a\u2066b"] } };
  await act(() => root.render(<ValueTree value={value} stateAt={() => "complete"} />));
  expect([...host.querySelectorAll(".tw-hidden-mark")].map((mark) => mark.textContent)).toEqual([
    "U+200B",
    "U+202E",
    "U+2066",
  ]);
  expect(host.textContent).toContain("U+202Eevil");
  expect(host.textContent).not.toMatch(/[\u200b\u202e\u2066]/);
});

it("shows the first of many rows, and all of them when they are asked for", async () => {
  const { host, root } = newRoot();
  const value = { seats: Array.from({ length: 1_204 }, (_, index) => `seat ${index}`) };
  await act(() => root.render(<ValueTree value={value} stateAt={() => "complete"} />));
  const button = () => [...host.querySelectorAll("button")].at(-1);
  expect(host.textContent).not.toContain("seat 100");
  expect(button()?.textContent).toContain("1,104 left");
  button()?.focus();
  await act(() => button()?.click());
  expect(host.textContent).toContain("seat 999");
  expect(button()?.textContent).toContain("(204 left)");
  await act(() => button()?.click());
  expect(host.textContent).toContain("seat 1203");
  expect(button()).toBeUndefined();
  expect(host.querySelector("ul ul")).toBe(document.activeElement);
});

it("says of a whole number that it is only the nearest, where JavaScript cannot keep the one that was written", async () => {
  const { host, root } = newRoot();
  const value = JSON.parse('{"id":9007199254740993,"seats":12,"share":0.1}');
  await act(() => root.render(<ValueTree value={value} stateAt={() => "complete"} />));
  expect(host.textContent).toContain("≈ 9007199254740992");
  expect(host.textContent?.match(/≈/g)).toHaveLength(1);
});

it("shows a name that is empty", async () => {
  const { host, root } = newRoot();
  await act(() => root.render(<ValueTree value={{ "": "nameless" }} stateAt={() => "complete"} />));
  expect(host.textContent).toContain('"" (complete)');
});
