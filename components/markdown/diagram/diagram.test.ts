// @vitest-environment jsdom
import { describe, expect, it } from "vitest";
import { cleanSvg } from "./clean-svg";
import { createDrawingRoom } from "./drawing-room";
import { readReply } from "./read-reply";
import { roomFor } from "./room-for";

const svg = (inside: string, attributes = "") =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${attributes}>${inside}</svg>`;

describe("what a diagram's file may hold", () => {
  it("keeps a drawing as it is", () => {
    const drawing = svg(
      '<style>#d .a{fill:red}</style><defs><marker id="m"/></defs><path d="M0 0" marker-end="url(#m)" style="fill:url(#m)"/>' +
        '<use href="#m"/><a xlink:href="https://ok.example/"><text>a</text></a>',
      'width="2" height="1"',
    );
    const cleaned = cleanSvg(drawing) ?? "";
    for (const part of [
      "#d .a{fill:red}",
      'marker-end="url(#m)"',
      "fill:url(#m)",
      'href="#m"',
      "https://ok.example/",
    ]) {
      expect(cleaned).toContain(part);
    }
  });

  it.each([
    svg("<script>p=1</script>"),
    svg('<g onclick="p=1"/>', 'onload="p=1"'),
    svg('<a xlink:href="javascript:p=1"><text>a</text></a>'),
    svg('<a href=" java&#10;script:p=1"><text>a</text></a>'),
    svg('<image href="https://evil.example/p.png"/>'),
    svg('<use href="https://evil.example/p.svg#a"/>'),
    svg('<foreignObject><iframe xmlns="http://www.w3.org/1999/xhtml" src="https://evil.example"/></foreignObject>'),
    svg('<foreignObject><img xmlns="http://www.w3.org/1999/xhtml" src="x" onerror="p=1"/></foreignObject>'),
    svg('<rect style="fill: url(https://evil.example/p.svg#a)"/>'),
    svg(`<rect fill="url('//evil.example/p')"/>`),
    svg("<style>@import 'https://evil.example/css'; .a{fill:url( \"https://evil.example/p\" )}</style>"),
    svg("<style>.a{fill:\\75 rl(//evil.example/p)} @\\69mport '//evil.example/css';</style>"),
    svg('<STYLE xmlns="http://www.w3.org/1999/xhtml">@IMPORT url(//evil.example/css)</STYLE>'),
  ])("takes out what would run or load: %s", (drawing) => {
    const cleaned = cleanSvg(drawing);
    expect(cleaned).toContain("<svg");
    expect(cleaned).not.toMatch(/script|evil|onclick|onload|onerror|p=1/);
  });

  it.each(["", "no drawing", "<html/>", "<svg", svg("<b>")])("knows what is no drawing: %j", (text) => {
    expect(cleanSvg(text)).toBeUndefined();
  });
});

describe("what the frame says", () => {
  const drawn = { id: 1, svg: "<svg/>", width: 10, height: 20, title: " Two\n words ", description: 3 };

  it("is read as what it is", () => {
    expect(readReply({ ready: true })).toEqual({ kind: "ready" });
    expect(readReply(drawn)).toEqual({
      kind: "drawn",
      id: 1,
      drawing: { svg: "<svg/>", width: 10, height: 20, title: "Two words", description: "" },
    });
    const error = "Parse error on line 2:\n...  A --> \n-------^\nExpecting 'AMP'";
    expect(readReply({ id: 1, error })).toEqual({ kind: "wrong", id: 1, reason: "Parse error on line 2" });
    expect(readReply({ id: 1, error: "x".repeat(9000) })).toMatchObject({ reason: "x".repeat(300) });
  });

  it.each([
    undefined,
    null,
    "ready",
    [],
    {},
    { ready: "true" },
    { ...drawn, id: "1" },
    { ...drawn, svg: 1 },
    { ...drawn, svg: "x".repeat(2_000_001) },
    { ...drawn, width: 0 },
    { ...drawn, height: Number.POSITIVE_INFINITY },
    { ...drawn, height: Number.NaN },
    { type: "signout", height: 9999 },
  ])("is nothing where it is none of that: %j", (data) => {
    expect(readReply(data)).toBeUndefined();
  });
});

describe("the room for a diagram", () => {
  it.each([
    ["flowchart LR\n a --> b\n", 240],
    ["graph RL;\n a --> b\n", 240],
    ["%% note\n%%{init: {}}%%\n\nflowchart LR\n a --> b\n", 240],
    ["---\ntitle: x\n---\nflowchart LR\n a --> b\n", 240],
    ["flowchart TD\n a --> b\n", 440],
    ["---\ntitle: flowchart LR\n---\nsequenceDiagram\n a ->> b: c\n", 440],
  ])("is that of %j, from the end of its first line on", (source, room) => {
    const rooms = Array.from({ length: source.length }, (_, index) => roomFor(source.slice(0, index + 1)));
    expect(rooms.at(-1)).toBe(room);
    expect(new Set(rooms.slice(0, rooms.indexOf(room))).size).toBeLessThanOrEqual(1);
    expect(new Set(rooms.slice(rooms.indexOf(room))).size).toBe(1);
  });

  it("does not blow up on many rules or empty lines", () => {
    const start = performance.now();
    for (const line of ["---\n", "\n", "%%\n", "--- \n---\n"]) roomFor(line.repeat(5000));
    expect(performance.now() - start).toBeLessThan(500);
  });
});

describe("a page's room for drawing", () => {
  const theme = { theme: "base", fontFamily: "sans-serif", themeVariables: {} } as const;

  it("opens no frame for a source that is too long, nor for one that nobody waits for any more", async () => {
    const room = createDrawingRoom(document.body, "http://localhost/nowhere");
    const signal = new AbortController().signal;
    expect(await room.draw({ source: "x".repeat(50_001), theme }, signal)).toEqual({ kind: "long" });
    expect(await room.draw({ source: "flowchart LR", theme }, AbortSignal.abort())).toBeUndefined();
    expect(document.querySelector("iframe")).toBeNull();
  });
});
