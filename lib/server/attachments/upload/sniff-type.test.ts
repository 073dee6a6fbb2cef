import { describe, expect, test } from "vitest";
import { PDF, pngOf, wav } from "../../test-support/sample-files";
import { sniffType } from "./sniff-type";

const bytes = (text: string) => new TextEncoder().encode(text);

describe("text", () => {
  test.each([
    "BMW and Mercedes",
    "MZ is a short name",
    "FWS: fish and wildlife service",
    "%!PS-Adobe-3.0",
    "{\\rtf1 hello}",
    "ID3 is a tag of music files, and this is a text about it",
    "fLaC is written so",
    "GIF89a is older than the web",
    "GIF89a/*<svg onload=alert(1)>*/=1",
    "%PDF is how they begin",
    "<svg onload='alert(1)'/>",
    "<?xml version='1.0'?><svg xmlns='http://www.w3.org/2000/svg'/>",
    "<!doctype html><script>alert(1)</script>",
    "just words",
  ])("stays text, whatever it begins with: %s", async (text) => {
    expect(await sniffType(bytes(text), true)).toEqual({ kind: "text", mimeType: "text/plain" });
  });

  test("is what a document may be written in all the same", async () => {
    expect(await sniffType(PDF, true)).toEqual({ kind: "pdf", mimeType: "application/pdf" });
  });
});

test("what is no text is what it begins as, and never what could run", async () => {
  expect(await sniffType(await pngOf(10, 10), false)).toMatchObject({ mimeType: "image/png" });
  expect(await sniffType(wav(), false)).toMatchObject({ mimeType: "audio/wav" });
  expect(await sniffType(PDF, false)).toMatchObject({ kind: "pdf" });
  for (const text of ["BM\0\0", "MZ\0", "<svg onload='alert(1)'/>\0", "<!doctype html>\0", "words\0"])
    expect(await sniffType(bytes(text), false)).toEqual({ kind: "other", mimeType: "application/octet-stream" });
});
