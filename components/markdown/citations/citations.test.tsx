// @vitest-environment jsdom
import { act } from "react";
import { describe, expect, it } from "vitest";
import { newRoot } from "../../test-support/new-root";
import type { CitedText } from "../../ui/cited-text";
import { CitedTextContext } from "../../ui/cited-text";
import { Markdown } from "../markdown";

const SOURCES = [
  { url: "https://a.example", title: "A" },
  { url: "https://b.example", title: "B" },
];

/** Draws a text; a `^1` in it is taken out, and is where source 1 is cited. */
async function draw(marked: string, { isGrowing = false, ...over }: Partial<CitedText> & { isGrowing?: boolean } = {}) {
  const citations: { at: number; sources: number[] }[] = [];
  let text = "";
  for (const part of marked.split(/(\^\d)/)) {
    if (/^\^\d$/.test(part)) citations.push({ at: text.length, sources: [Number(part[1]) - 1] });
    else text += part;
  }
  const cited = { sources: SOURCES, citations, numbered: [], idPrefix: "s-", ...over };
  const { host, root } = newRoot();
  await act(async () => {
    root.render(
      <CitedTextContext value={cited}>
        <Markdown text={text} isGrowing={isGrowing} />
      </CitedTextContext>,
    );
  });
  return host;
}

/** The text with the marks as `^1`. */
function read(host: HTMLElement): string {
  for (const mark of host.querySelectorAll(".tw-cite")) mark.textContent = `^${mark.textContent}`;
  return (host.textContent ?? "").trim();
}

describe("marks of citations", () => {
  it.each([
    ["behind a word and its full stop", "Looms are old.^1 Very.^2", "Looms are old.^1 Very.^2"],
    ["inside emphasis, and behind it", "**Looms^1 are** *old*^2 now", "Looms^1 are old^2 now"],
    ["behind a link, never within", "See [the l^1oom](https://l.example) here", "See the loom^1 here"],
    ["behind code, never within", "Call `a[^11]` now", "Call a[1]^1 now"],
    ["behind a formula", "So \\(x^12 = 4\\) holds", /\^1 holds$/],
    ["in the item of a list", "- one^1\n- two\n- three^2\n", "one^1twothree^2"],
    ["in a heading", "# Looms^1\n\nWords", /^Looms\^1\s*Words$/],
    ["in a table's cell", "| a | b |\n|---|---|\n| one^1 | two |\n", /one\^1two/],
    ["nowhere in a code block, whose lines stay as they are", "A\n\n```\nco^1de\n```\n\nB^2", /^A[^^]*code[^^]*B\^2$/],
    ["behind an escape and an entity", "1 \\* 2 &amp; 3^1 is", "1 * 2 & 3^1 is"],
    ["behind text that has an escape after it", "one^1 two \\* three^2", "one^1 two * three^2"],
    ["in a later line of a paragraph", "one\n   two^1 three", "one\ntwo^1 three"],
    ["in a quote", "> words^1 here", "words^1 here"],
  ])("stand %s", async (_, text, drawn) => {
    expect(read(await draw(text))).toEqual(typeof drawn === "string" ? drawn : expect.stringMatching(drawn));
  });

  it("cut no word and no character in two, where a place is off by a little", async () => {
    expect(read(await draw("Looms ar^1e old"))).toBe("Looms are^1 old");
    expect(read(await draw("織^1機は古い"))).toBe("織^1機は古い");
    const host = await draw("A 😀 face", { citations: [{ at: 3, sources: [0] }] });
    expect(read(host)).toBe("A 😀^1 face");
  });

  it("are links with the name of their source, within the message", async () => {
    const host = await draw("Looms^1", { citations: [{ at: 5, sources: [0, 1] }] });
    const links = [...host.querySelectorAll("a")];
    expect(links.map((link) => [link.getAttribute("href"), link.getAttribute("aria-label"), link.textContent])).toEqual(
      [
        ["#s-0", "Source 1: A", "1"],
        ["#s-1", "Source 2: B", "2"],
      ],
    );
    expect(links.some((link) => link.hasAttribute("target"))).toBe(false);
  });

  it("are numbers alone while there is no list to go to", async () => {
    const host = await draw("Looms^1 are", { idPrefix: undefined, isGrowing: true });
    expect(read(host)).toBe("Looms^1 are");
    expect(host.querySelector("a")).toBeNull();
  });

  it("stand in the place of the numbers that a text writes, where there are sources for them", async () => {
    const host = await draw("Looms [2] are **old [1]**[1] `a[1]` [9] [x][1](https://x.example)", { numbered: [0, 1] });
    expect(read(host)).toBe("Looms ^2 are old ^1^1 a[1] [9] [x]1");
  });

  it("cannot be made by a text", async () => {
    const host = await draw('<cite data-sources="0">x</cite> ^[1]', { citations: [] });
    expect(host.querySelector(".tw-cite")).toBeNull();
  });

  it("that come later draw nothing anew but the piece they stand in", async () => {
    const { host, root } = newRoot();
    const text = "First.\n\nSecond.\n\nThird.";
    const show = (at: number[]) =>
      act(async () => {
        const citations = at.map((place) => ({ at: place, sources: [0] }));
        root.render(
          <CitedTextContext value={{ sources: SOURCES, citations, numbered: [], idPrefix: "s-" }}>
            <Markdown text={text} isGrowing={false} />
          </CitedTextContext>,
        );
      });
    await show([6]);
    const [first, second] = host.querySelectorAll("p");
    const mark = first?.querySelector(".tw-cite");
    await show([6, 15]);
    expect(first?.querySelector(".tw-cite")).toBe(mark);
    expect(second?.textContent).toBe("Second.1");
    expect(host.querySelectorAll("p")[0]).toBe(first);
  });
});
