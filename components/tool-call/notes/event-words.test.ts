import { expect, it } from "vitest";
import { eventWords } from "./event-words";

it.each([
  ["its own words, wherever a program puts them", "note", { type: "note", text: "Looked up" }, "Looked up"],
  ["a message before a name", "step", { name: "n1", message: "Half done" }, "Half done"],
  ["bare words", "", "bare", "bare"],
  ["its name where it has no words", "rows_read", { type: "rows_read", rows: 3 }, "Rows read"],
  ["what it is made of where it has no name either", "", { rows: 3 }, '{"rows":3}'],
  ["a number", "", 0.5, "0.5"],
  ["nothing", "", null, "null"],
  ["one line of it, and not half a character", "", `a\n b ${"x".repeat(194)}😀`, `a b ${"x".repeat(194)}\ufffd`],
  ["no words that every object has", "", { constructor: "x" }, '{"constructor":"x"}'],
])("an event says %s", (_, name, data, words) => {
  expect(eventWords(name, data)).toBe(words);
});
