import fc from "fast-check";
import { expect, it } from "vitest";
import { fileNameOf } from "./download-text";
import { toCsv } from "./to-csv";

it("writes rows that every reader of CSV gives back, and nothing that a spreadsheet runs", () => {
  expect(
    toCsv([
      ["a", 'say "x"', "two\nlines"],
      [1, -2.5, true],
      [null, undefined, { b: 1 }],
      ["=1+1", "-3", "@sum"],
      ["-cmd", "+3.5 %", "-1e5"],
    ]),
  ).toBe('a,"say ""x""","two\nlines"\r\n1,-2.5,true\r\n,,"{""b"":1}"\r\n\'=1+1,-3,\'@sum\r\n\'-cmd,+3.5 %,-1e5\r\n');
});

it("makes a name that every file system takes, from whatever a model calls a document", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 200 }), (title) => {
      const name = fileNameOf(title, "md");
      expect(name).toMatch(/^[^<>:"/\\|?*\p{Cc}]+\.[A-Za-z0-9]{1,8}$/u);
      expect(name).not.toMatch(/^\.|\.\./);
    }),
  );
  expect(fileNameOf("seats.html", "html")).toBe("seats.html");
  expect(fileNameOf("../../etc/passwd", "txt")).toBe("etc passwd.txt");
  expect(fileNameOf("Tea, in five minutes", "md")).toBe("Tea, in five minutes.md");
});
