import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { foreignHost, safeUrl } from "./safe-url";

/** Files that give an element an address and judge none, and where theirs comes from. */
const GIVEN_A_SAFE_ONE = {
  "artifact-frame/artifact-frame.tsx": "the server's own page",
  "attachments/attached-files.tsx": "bytes that the person attached",
  "attachments/image-dialog.tsx": "useMediaAddress",
  "attachments/message-media-list.tsx": "useMediaAddress",
  "markdown/view/elements.tsx": "Picture, which judges it",
  "markdown/view/link.tsx": "transformUrl of markdown-piece",
  "settings/your-data.tsx": "the server's own address",
  "tool-call/views/email-view.tsx": "mailLink",
  "tool-call/views/place-view.tsx": "two numbers in an address of ours",
};

it("every component that shows an address has judged it, or is known to be given a safe one (case 179)", () => {
  const root = join(import.meta.dirname, "..");
  const files = globSync("**/*.tsx", { cwd: root }).filter((file) => !file.includes(".test."));
  const showing = files.filter((file) => {
    const source = readFileSync(join(root, file), "utf8");
    return /[\s{](href|src|srcSet|poster|formAction|xlinkHref)=\{|<form[^>]* action=|createElement\("(a|img|iframe)"/.test(
      source,
    );
  });
  const unjudged = showing.filter((file) => !readFileSync(join(root, file), "utf8").includes("safeUrl("));
  expect(unjudged.toSorted()).toEqual(Object.keys(GIVEN_A_SAFE_ONE));
});

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
