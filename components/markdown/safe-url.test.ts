import { describe, expect, it } from "vitest";
import { safeUrl } from "./safe-url";

describe("safeUrl", () => {
  it.each(["https://ok.example/a?b#c", "http://ok.example", "mailto:a@b.example", "/rel", "rel/page", "?q=1", "#h"])(
    "keeps %s as it is written",
    (address) => {
      expect(safeUrl(address)).toBe(address);
    },
  );

  it.each([
    "javascript:alert(1)",
    "JaVaScRiPt:1",
    " java\nscript:1",
    "\u0001javascript:1",
    "java\tscript:alert(1)",
    "vbscript:x",
    "data:text/html,<b>",
    "file:///etc/x",
    "ms-its:x",
    "blob:https://ok.example/1",
    "filesystem:https://ok.example/1",
    "http://[not an address",
  ])("refuses %j", (address) => {
    expect(safeUrl(address)).toBeUndefined();
  });
});
