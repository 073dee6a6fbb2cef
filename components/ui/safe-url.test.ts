import { describe, expect, it } from "vitest";
import { foreignHost, safeUrl } from "./safe-url";

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
    "https://bank.example@evil.example/",
    "https://user:word@evil.example/",
    "https://ok.example/\u202egpj.exe",
    "https://ok.example/\u0000",
    "\u200bjavascript:alert(1)",
    "data:image/png;base64,AAAA",
    "%20javascript:alert(1)", // what a parser of Markdown makes of a blank, and of a line break
    "java%0Ascript:alert(1)",
    "java%09script:alert(1)",
  ])("refuses %j (case 179)", (address) => {
    expect(safeUrl(address)).toBeUndefined();
  });
});

describe("safeUrl for images and downloads", () => {
  it("lets data be a picture and nothing else", () => {
    expect(safeUrl("data:image/png;base64,iVBORw0KGgo=", "image")).toBeDefined();
    for (const address of [
      "data:text/html,<b>",
      "data:image/svg+xml;base64,PHN2Zz4=",
      "data:image/png,<script>",
      "DATA:text/html;base64,AAAA",
      "javascript:alert(1)",
    ]) {
      expect(safeUrl(address, "image"), address).toBeUndefined();
    }
  });

  it("keeps no data, mail or script as a file", () => {
    expect(safeUrl("https://ok.example/a.pdf", "download")).toBeDefined();
    for (const address of [
      "data:text/html,x",
      "mailto:a@b.example",
      "javascript:1",
      "file:///etc/x",
      "blob:https://ok.example/1",
    ]) {
      expect(safeUrl(address, "download"), address).toBeUndefined();
    }
  });

  it("names the host that a picture would be loaded from", () => {
    expect(foreignHost("https://img.example:8443/a.png")).toBe("img.example:8443");
    expect(foreignHost("//img.example/a.png")).toBe("img.example");
    expect(foreignHost("/a.png")).toBeUndefined();
    expect(foreignHost("data:image/png;base64,AAAA")).toBeUndefined();
  });
});
