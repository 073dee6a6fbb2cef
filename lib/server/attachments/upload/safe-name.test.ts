import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { safeName } from "./safe-name";

describe("the name of an attachment", () => {
  test.each([
    ["report.pdf", "report.pdf"],
    ["../../etc/passwd", "passwd"],
    ["..\\..\\windows\\system32\\cmd.exe", "cmd.exe"],
    ["/etc/shadow", "shadow"],
    ["..", "file"],
    ["", "file"],
    ["   ", "file"],
    [".htaccess", "htaccess"],
    ["a\u0000b\r\nSet-Cookie: x=1.txt", "abSet-Cookie_ x=1.txt"],
    ["invoice\u202egpj.exe", "invoicegpj.exe"],
    ["a\u2028b\u200bc\ufeff.txt", "abc.txt"],
    ["CON", "_CON"],
    ["com1.txt", "_com1.txt"],
    ["LPT9.tar.gz", "_LPT9.tar.gz"],
    ["trailing. . .", "trailing"],
    ['a<b>c:d"e|f?g*.txt', "a_b_c_d_e_f_g_.txt"],
    ["half \ud800 pair.txt", "half pair.txt"],
    ["Grüße, 世界 👩‍👩‍👧.txt", "Grüße, 世界 👩‍👩‍👧.txt"],
    ["e\u0301.txt", "é.txt"],
  ])("%j becomes %j", (given, expected) => {
    expect(safeName(given)).toBe(expected);
  });

  test("is cut to 120 characters and keeps its extension", () => {
    const name = safeName(`${"x".repeat(5_000)}.tar.gz`);
    expect([...name]).toHaveLength(120);
    expect(name.endsWith("x.gz")).toBe(true);
    expect([...safeName("y".repeat(5_000))]).toHaveLength(120);
    expect([...safeName(`a.${"z".repeat(5_000)}`)]).toHaveLength(120);
  });

  test("is cut to what a file system takes, whole characters only, and keeps its extension", () => {
    expect(safeName(`${"世".repeat(110)}.txt`)).toBe(`${"世".repeat(65)}.txt`);
    expect(safeName("👩".repeat(120))).toBe("👩".repeat(50));
    expect(safeName(`a${"👩".repeat(120)}.tar.gz`)).toBe(`a${"👩".repeat(49)}.gz`);
  });

  test("is harmless whatever was given, and stays as it is when it is read again", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 200 }), (given) => {
        const name = safeName(given);
        expect(name).not.toMatch(/[/\\\p{Cc}\u202a-\u202e\u2066-\u2069]/u);
        expect(name.isWellFormed()).toBe(true);
        expect(name.length).toBeGreaterThan(0);
        expect([".", ".."]).not.toContain(name);
        expect(Buffer.byteLength(name)).toBeLessThanOrEqual(200);
        expect(safeName(name)).toBe(name);
      }),
    );
  });
});
