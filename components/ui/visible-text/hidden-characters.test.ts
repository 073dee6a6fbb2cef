import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { mayHide, textParts, writtenOut } from "./hidden-characters";

describe("hidden characters", () => {
  it.each([
    ["Pay \u202e000,1\u202c EUR to Ana\u200b", "Pay [U+202E]000,1[U+202C] EUR to Ana[U+200B]"],
    ["evil\u202etxt.exe", "evil[U+202E]txt.exe"],
    ["\u2066a\u2067b\u2068c\u2069 \u200e\u200f\u061c", "[U+2066]a[U+2067]b[U+2068]c[U+2069] [U+200E][U+200F][U+061C]"],
    ["a\u2060b\ufeffc\u00add\u180ee\u3164f", "a[U+2060]b[U+FEFF]c[U+00AD]d[U+180E]e[U+3164]f"],
    ["yes\u{e0041}\u{e0042}", "yes[U+E0041][U+E0042]"],
    ["a\0b\x1b[2Kc\x85d\u2028e", "a[U+0000]b[U+001B][2Kc[U+0085]d[U+2028]e"],
    ["pay\u200dpal pay\u200cpal", "pay[U+200D]pal pay[U+200C]pal"],
    ["a\ufe0f\u{e0100} 1\ufe0f", "a[U+FE0F][U+E0100] 1[U+FE0F]"],
    ["می\u200c\u200cخواهم", "می\u200c[U+200C]خواهم"],
    ["👍\u200d", "👍[U+200D]"],
    ["🏴\u{e0067}\u{e0062}\u{e0041}\u{e007f}", "🏴[U+E0067][U+E0062][U+E0041][U+E007F]"],
  ])("are written out: %j", (text, shown) => {
    expect(writtenOut(text)).toBe(shown);
  });

  it.each([
    "Lines\r\n\tand tabs, “quotes”, non-breaking\u00a0blanks and dashes –",
    "می\u200cخواهم، شما می\u200cتوانید",
    "ക്\u200d ശ്\u200cരീ क्\u200dष र्\u200dय",
    "👩🏽\u200d🚀 👨\u200d👩\u200d👧\u200d👦 ❤\ufe0f\u200d🔥 1\ufe0f\u20e3 🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f} ☎\ufe0e",
    "葛\u{e0100}城 עברית العربية",
  ])("are none in %j", (text) => {
    expect(writtenOut(text)).toBe(text);
  });

  const texts = fc
    .array(
      fc.oneof(
        fc.constantFrom("a", "ب", "क", "👍", "🏽", "\u200d", "\u200c", "\ufe0f", "\u202e", "\u{e0067}", "1", "🏴"),
        fc.string({ unit: "binary" }),
      ),
    )
    .map((pieces) => pieces.join(""));
  const spelled = (text: string, stretch?: Parameters<typeof textParts>[1]) =>
    textParts(text, stretch)
      .map((part) => ("text" in part ? part.text : String.fromCodePoint(Number.parseInt(part.code.slice(2), 16))))
      .join("");

  it("leave a text whose parts joined give it, wherever it is cut between characters", () => {
    fc.assert(
      fc.property(texts, fc.nat(), (text, place) => {
        const characters = Array.from(text);
        const cut = characters.slice(0, place % (characters.length + 1)).join("").length;
        expect(spelled(text)).toBe(text);
        const whole = textParts(text).filter((part) => "code" in part);
        const halves = [...textParts(text, { to: cut }), ...textParts(text, { from: cut })];
        expect(halves.filter((part) => "code" in part)).toEqual(whole);
        expect(spelled(text, { to: cut }) + spelled(text, { from: cut })).toBe(text);
      }),
    );
  });

  it("show none that turns the order, whatever stands around it", () => {
    fc.assert(
      fc.property(texts, (text) => {
        expect(writtenOut(text)).not.toMatch(/[\u202a-\u202e\u2066-\u2069\u200e\u200f\u061c\u200b]/u);
      }),
    );
  });

  it("that may still join something wait for what follows while the text grows", () => {
    expect(textParts("👩\u200d", { isGrowing: true })).toEqual([{ text: "👩\u200d" }]);
    expect(textParts("👩\u200dx", { isGrowing: true })).toEqual([{ text: "👩" }, { code: "U+200D" }, { text: "x" }]);
  });

  it("are looked for in one pass that ordinary text ends with", () => {
    expect(["Lisbon\n\t", "漢字", "עברית", "😀"].map(mayHide)).toEqual([false, false, false, false]);
    expect(["a\u200b", "\x07", "\u{e0041}"].map(mayHide)).toEqual([true, true, true]);
  });
});
