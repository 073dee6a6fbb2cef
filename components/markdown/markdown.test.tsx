// @vitest-environment jsdom
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { Markdown } from "./markdown";

const MAX_RENDER_MS = 200;

function render(text: string, isGrowing = false, isCut = false): HTMLElement {
  const host = document.createElement("div");
  host.innerHTML = renderToStaticMarkup(<Markdown text={text} isGrowing={isGrowing} isCut={isCut} />);
  return host;
}

describe("a settled message", () => {
  it("shows HTML as text and makes no element of it (case 177)", () => {
    const text = "<script>hit()</script>\n\nHi <video src='/v' onerror='hit()'> <math><a href='/m'>m</a></math>";
    const host = render(text);
    expect(host.querySelector("script, video, math, a, [onerror]")).toBeNull();
    expect(host.textContent).toContain("<video src='/v' onerror='hit()'>");
  });

  it("shows the HTML of a fence as code, with a language and without, open and closed (case 189)", () => {
    const html = '<select name="size"><option>Large</option></select>';
    for (const fence of ["```", "```html", "~~~", "````svg"]) {
      for (const text of [`${fence}\n${html}\n${fence.replace(/[a-z]/g, "")}\n`, `${fence}\n${html}`]) {
        const host = render(text, true);
        expect(host.querySelector("select, option")).toBeNull();
        expect(host.querySelector("pre code")?.textContent).toContain(html);
      }
    }
  });

  it("gives no address to a link whose scheme is not allowed, and keeps its words (case 179)", () => {
    const host = render("[one](javascript:alert(1)) [two](data:text/html,x) <vbscript:x> [three](https://ok.example/)");
    expect([...host.querySelectorAll("[href]")].map((link) => link.getAttribute("href"))).toEqual([
      "https://ok.example/",
    ]);
    expect(host.textContent).toContain("one");
  });

  it("opens other pages beside this one, without telling them where from", () => {
    const link = render("[three](https://ok.example/)").querySelector("a");
    expect(link?.target).toBe("_blank");
    expect(link?.rel).toContain("noreferrer");
    expect(link?.rel).toContain("noopener");
  });

  it("names an image and the host that would be asked for it, and loads nothing (case 181)", () => {
    const address = "https://far.example/chart.gif?said=the-whole-thread";
    for (const text of [
      `![the chart](${address})`,
      `![the chart][c]\n\n[c]: ${address}`,
      `![the chart](<${address}>)`,
    ]) {
      const host = render(text);
      expect(host.querySelector("img, [src], [style*=url]")).toBeNull();
      expect(host.innerHTML).not.toContain("the-whole-thread");
      expect(host.querySelector("button")?.textContent).toBe("the chartLoad it from far.example");
    }
  });

  it("offers no image whose address is not allowed, and none inside a link", () => {
    for (const text of [
      "![a](javascript:1)",
      "![a](data:text/html,x)",
      "[![a](https://i.example/p.png)](https://ok.example)",
    ]) {
      const host = render(text);
      expect(host.querySelector("button, img")).toBeNull();
      expect(host.querySelector('[role="img"]')?.getAttribute("aria-label")).toBe("a");
    }
  });

  it("shows a picture that is data at once: nobody is asked for it", () => {
    expect(render("![dot](data:image/gif;base64,R0lGODlhAQABAAAAACw=)").querySelector("img")?.alt).toBe("dot");
  });

  it("makes formulas between double dollars, and shows their source until they are drawn", () => {
    const host = render("So $$x^2$$ it is.\n\n$$\n\\frac{1}{2}\n$$\n");
    expect(host.querySelector(".tw-formula")?.textContent).toBe("x^2");
    expect(host.querySelector(".tw-formula-display")?.textContent).toBe("\\frac{1}{2}");
  });

  it.each([
    ["So \\(x^2\\) it is.", ".tw-formula", "x^2"],
    ["So \\( a \\\\) b \\) it is.", ".tw-formula", "a \\\\) b"],
    ["over\\(\na _i_\n\\)two lines", ".tw-formula", "a _i_"],
    ["So \\[x^2\\] it is.", ".tw-formula-display", "x^2"],
    ["1. Then \\[ a \\]\n2. b", "li .tw-formula-display", "a"],
    ["It is\n\\[\na\n+ b\n\n- c \\\\]\n\\]\nthen", ".tw-formula-display", "a\n+ b\n\n- c \\\\]"],
    ["> \\[\n> a\n> \\]\n> b", "blockquote .tw-formula-display", "a"],
    ["\\[\nx = 1 \\].\nthen", ".tw-formula-display", "x = 1 ."],
    ["\\[\nx = 1", ".tw-formula-display", "x = 1"],
  ])("makes one formula between brackets: %j", (text, selector, tex) => {
    const host = render(text);
    expect(host.querySelector(selector)?.textContent).toBe(tex);
    expect(host.querySelectorAll(".tw-formula, .tw-formula-display")).toHaveLength(1);
    expect(host.querySelectorAll(".tw-markdown-group em, .tw-markdown-group > ul")).toHaveLength(0);
  });

  it.each([
    ["\\(see below", "(see below"],
    ["\\[TODO and no end", "[TODO and no end"],
    ["\\(\\) and \\[ \\]", "() and [ ]"],
    ["\\\\(a\\\\)", "\\(a\\)"],
    ["`\\(a\\)`", "\\(a\\)"],
    ["$5, $10 and \\$20", "$5, $10 and $20"],
    ["A (b) and f(x) [c]", "A (b) and f(x) [c]"],
  ])("makes no formula of %j", (text, shown) => {
    const host = render(text);
    expect(host.querySelector(".tw-formula, .tw-formula-display")).toBeNull();
    expect(host.textContent?.trim()).toBe(shown);
  });

  it("puts the headings of a message below those of the page", () => {
    expect(render("# A\n\n## B").querySelectorAll("h1, h2")).toHaveLength(0);
  });

  it.each(["area = 4 * 6 cm", "**$12 per seat** or $90 to $140 a year", "snake_case_name and 2 * 3 * 4"])(
    "leaves marks that mean nothing: %s",
    (text) => {
      const host = render(text);
      expect(host.textContent).toBe(text.replaceAll("**", ""));
      expect(host.querySelector("em")).toBeNull();
    },
  );
});

describe("a long list", () => {
  const items = Array.from({ length: 100 }, (_, at) => at);

  it("is laid out in parts, and is one list of named items", () => {
    const host = render(items.map((at) => `- item ${at}`).join("\n"));
    expect(host.querySelectorAll('[role="list"]')).toHaveLength(1);
    expect([...host.querySelectorAll("ul")].map((part) => part.role)).toEqual(["none", "none", "none", "none"]);
    const named = [...host.querySelectorAll('[role="list"] > ul > li[role="listitem"]')];
    expect(named.map(({ textContent }) => textContent)).toEqual(items.map((at) => `item ${at}`));
    expect(
      render(
        items
          .slice(0, 64)
          .map((at) => `- ${at}`)
          .join("\n"),
      ).querySelectorAll("[role]"),
    ).toHaveLength(0);
  });

  it("counts on from part to part", () => {
    const host = render(items.map((at) => `${at + 5}. item`).join("\n"));
    expect([...host.querySelectorAll("ol")].map(({ start }) => start)).toEqual([5, 37, 69, 101]);
  });
});

describe("a message that is being written", () => {
  it.each([
    ["**bol", "strong", "bol"],
    ["a *wo", "em", "wo"],
    ["a _wo", "em", "wo"],
    ["~~gone", "del", "gone"],
    ["run `npm st", "code", "npm st"],
    ["**bold and *both", "strong em", "both"],
    ["- item **bo", "li strong", "bo"],
    ["## Head **bo", "h3 strong", "bo"],
    ["**a [menu](https://ok.example) b", "strong", "a menu b"],
  ])("closes %j", (text, selector, words) => {
    const host = render(text, true);
    expect(host.querySelector(selector)?.textContent).toBe(words);
    expect(host.textContent).not.toMatch(/[*~`]/);
    const cut = render(text, false, true);
    expect(cut.innerHTML).toBe(host.innerHTML); // it ends as it was seen
    expect(render(text).querySelector(selector)).toBeNull(); // a whole text means the mark
  });

  it("cuts no words off a text that was cut: what may have become a table, a heading or a label is there", () => {
    for (const text of ["Before\n\n| Name | Age", "Before\n\n[label]: ", "Words\n-"]) {
      const words = render(text, false, true).textContent?.replaceAll(/\s+/g, " ");
      expect(words).toBe(render(text).textContent?.replaceAll(/\s+/g, " "));
    }
    expect(render("**one\n\n**two", false, true).innerHTML).toContain("**one"); // only its end was cut
  });

  it.each(["[menu", "[menu](", "[menu](https://cafe.exam", "see [menu](https://cafe.example/m"])(
    "shows the words of half a link and no address: %s",
    (text) => {
      const host = render(text, true);
      expect(host.textContent?.trim()).toMatch(/^(see )?menu$/);
      expect(host.querySelector("a[href]")).toBeNull();
    },
  );

  it.each([
    ["So **b \\(a_1 + \\frac{c}{d} * e_2\\)** it is", "a_1 + \\frac{c}{d} * e_2"],
    ["So \\[ a &= b \\\\ *c* \\] it is", "a &= b \\\\ *c*"],
    ["It is\n\\[\na + b\n\\]\nso", "a + b"],
  ])("shows half a formula as a formula from its first character on: %j", (text, tex) => {
    let isClosed = false;
    for (let length = 1; length <= text.length; length += 1) {
      const host = render(text.slice(0, length), true);
      const formulas = [...host.querySelectorAll(".tw-formula, .tw-formula-display")].map((node) => node.textContent);
      const words = (host.textContent ?? "").replace(formulas[0] ?? "", "");
      expect(words).not.toMatch(/[\\()[\]*_]/);
      isClosed ||= formulas[0] === tex;
      if (isClosed) expect(formulas).toEqual([tex]);
      else if (formulas[0]) expect(tex.startsWith(formulas[0].trim().replace(/\\$/, ""))).toBe(true);
    }
    expect(isClosed).toBe(true);
  });

  it("leaves an escaped bracket to the words where the parser reads more into them", () => {
    expect(render("R&amp;D \\(a &amp; b", true).textContent).toContain("R&D (a & b");
  });

  it("shows the whole link once it is whole", () => {
    expect(render("[menu](https://cafe.example/m)", true).querySelector("a")?.getAttribute("href")).toBe(
      "https://cafe.example/m",
    );
  });

  it.each(["![a", "![a](https://ex.org/p", "![a](https://ex.org/p.pn"])(
    "shows nothing of half an image: %s",
    (text) => {
      const host = render(`Look: ${text}`, true);
      expect(host.textContent).toBe("Look: ");
      expect(host.innerHTML).not.toContain("ex.org");
    },
  );

  it.each([
    "area = 4 * 6 cm",
    "2 * 3",
    "a_b_c and x__y",
    "an array[0] of it",
    "[x] done, see (a)",
    "\\*not open",
    "price * factor",
  ])("closes nothing in %j", (text) => {
    const host = render(text, true);
    expect(host.querySelector("em, strong")).toBeNull();
  });

  it("shows the marks of a paragraph that has too many of them as they stand, and all else as ever", () => {
    const tangle = "**_".repeat(500);
    const host = render(`**Before** [it](/a)\n\n${tangle}\n\n- **after**\n- it`);
    expect([...host.querySelectorAll("strong")].map((strong) => strong.textContent)).toEqual(["Before", "after"]);
    expect(host.querySelectorAll("p")[1]?.textContent).toBe(tangle);
    const code = `\`\`\`js\n${"x[1] = y_z * 2;\n".repeat(400)}\`\`\``;
    expect(render(`- see **this**:\n\n  ${code.replaceAll("\n", "\n  ")}`).querySelector("strong")?.textContent).toBe(
      "this",
    );
    expect(render(`${"> ".repeat(70)}**deep**`).querySelector("strong")?.textContent).toBe("deep");
  });

  it("never touches what stands in code", () => {
    const code = "class A:\n  def __init__(s): s.__x = 1; s.y = __y\n";
    const host = render(`\`\`\`py\n${code}`, true);
    expect(host.querySelector("pre code")?.textContent).toBe(code);
    expect(render("`**` is a mark", true).textContent).toBe("** is a mark");
  });

  it("ends as the settled text, whatever was closed on the way", () => {
    const text =
      "Some **bold [link](https://a.example) and *em* `code`** then\n\n- [ ] task ~~x~~\n\n| a | b |\n|---|---|\n| **1** | `2` |\n";
    for (let length = 1; length <= text.length; length += 1) render(text.slice(0, length), true);
    expect(render(text, true).innerHTML).toBe(render(text).innerHTML);
  });

  it.each<readonly [string, string]>([
    ...[
      "*",
      "[",
      "`",
      "_",
      "<",
      "![",
      "~~",
      "|",
      "$",
      "$$",
      "](",
      "&",
      "\\",
      "> ",
      "- ",
      "<!--",
      "**_",
      "[^",
      "]:",
    ].map((mark) => [`5,000 of ${mark}`, mark.repeat(5_000)] as const),
    ...["**_", "[", "]:", "<a b='", "`` ` "].map(
      (mark) =>
        [`nearly too many of ${mark} for a paragraph, and many such`, `${mark.repeat(130)}\n\n`.repeat(5)] as const,
    ),
    ["nested marks and tags", `*[_${"<i></i>".repeat(60)}`],
    ["nested links and images", `${"[![".repeat(1_000)}x${"](a)".repeat(1_000)}`],
    ...["\\(", "\\[", "\\[\n", "\\( \\["].map((mark) => [`2,000 of ${mark}`, mark.repeat(2_000)] as const),
    ["half tables", "|-".repeat(2_500)],
    ["half tags", '<a b="'.repeat(1_000)],
  ])("takes no longer than a text of that length: %s (case 185)", (_, text) => {
    render(text.slice(0, 10), true);
    // The processor's time: that of the clock is also what other processes take.
    const tookMs = [0, 1, 2].map(() => {
      const start = process.cpuUsage();
      render(text, true);
      const { user, system } = process.cpuUsage(start);
      return (user + system) / 1_000;
    });
    expect(Math.min(...tookMs)).toBeLessThan(MAX_RENDER_MS);
  });
});

describe("faults that other products had", () => {
  it("case 165: adds nothing to a code block with an odd number of marks", () => {
    const code = "def __enter__(self):\n  self.__held = __lock\n";
    for (const isGrowing of [true, false]) {
      const host = render(`\`\`\`py\n${code}\`\`\`\n`, isGrowing);
      expect([...host.querySelectorAll(".tw-markdown-group > *")]).toHaveLength(1);
      expect(host.querySelector("pre")?.textContent).toBe(code);
    }
  });

  it("case 167: gives a lone star no partner", () => {
    const host = render("volume = 2 * 9 l", true);
    expect(host.textContent?.trim()).toBe("volume = 2 * 9 l");
    expect(host.querySelector("em")).toBeNull();
  });

  it("case 169: makes no formula of prices", () => {
    const host = render("**$7 a head** or $30 to $45 a month", true);
    expect(host.querySelector("strong")?.textContent).toBe("$7 a head");
    expect(host.querySelector("math")).toBeNull();
    expect(host.textContent?.trim()).toBe("$7 a head or $30 to $45 a month");
  });

  it("case 171: shows of half a link its words, and the whole link when it is whole", () => {
    const text = "[plan](https://shop.example/p)";
    for (let length = 2; length < text.length; length += 1) {
      const host = render(text.slice(0, length), true);
      expect(host.querySelector("[href]")).toBeNull();
      expect(host.textContent).not.toContain("](");
    }
    expect(render(text, true).querySelector("a")?.getAttribute("href")).toBe("https://shop.example/p");
  });

  it("case 173: loads nothing for an image, half or whole", () => {
    const text = "![map](https://img.example/m.png)";
    for (let length = 2; length <= text.length; length += 1) {
      expect(render(text.slice(0, length), true).querySelector("[src]")).toBeNull();
    }
  });
});

describe("references across blocks", () => {
  it("takes an indented line behind a definition for words, as a parse of the whole text does", () => {
    const host = render("[a]: /address\n    - no item\n");
    expect(host.querySelector("li")).toBeNull();
    expect(host.querySelector("p")?.textContent).toBe("- no item");
  });

  it("links to an address that a later block defines, once its line is whole", () => {
    const text = "See [the plan][p].\n\nMore.\n\n[p]: https://ok.example/plan";
    expect(render(text, true).querySelector("[href]")).toBeNull();
    expect(render(`${text}\n`, true).querySelector("a")?.getAttribute("href")).toBe("https://ok.example/plan");
  });

  it("gives a reference the room that it will have before its definition comes, and its brackets back when none came", () => {
    const words = "A *step*[^a], [the plan][p] and [wool][] of it.";
    const text = `${words}\n\n- Item[^b]\n\nMore.\n\n[^a]: Note\n\n[^b]: Note\n\n[p]: /plan "It"\n[wool]: /wool\n`;
    let shown = "";
    for (let length = 1; length <= text.length; length += 1) {
      const host = render(text.slice(0, length), true);
      const now = host.querySelector("p")?.textContent ?? "";
      expect(now.slice(0, shown.length)).toBe(shown);
      shown = now;
    }
    expect(shown).toBe("A step1, the plan and wool of it.");
    expect(render(words).textContent?.trim()).toBe("A step[^a], [the plan][p] and [wool][] of it.");
  });

  it("gives what waits for its definition no address", () => {
    const host = render("A step[^a], [the plan][p], ![a map][m] of it.\n\nMore", true);
    expect(host.querySelector("a, button, [href], section")).toBeNull();
    expect(host.querySelector('[role="img"]')?.getAttribute("aria-label")).toBe("a map");
    expect(host.querySelector("sup")?.textContent).toBe("1");
  });

  it.each(["rows[i][j] of it", "`[a][b]` and `[^a]`", "a [note] and [1][^", "x [^a b] y"])(
    "takes nothing else for a reference: %j",
    (text) => {
      const end = text.endsWith("[^") ? 2 : 0;
      expect(render(text, true).textContent?.trim()).toBe(text.replaceAll("`", "").slice(0, text.length - end));
    },
  );

  it("numbers footnotes in the order of the text and puts them below", () => {
    const host = render("One[^b].\n\n- two[^a] and again[^b]\n\n[^a]: Note A\n\n[^b]: Note B\n");
    expect([...host.querySelectorAll(".tw-markdown-group sup")].map((mark) => mark.textContent)).toEqual([
      "1",
      "2",
      "1",
    ]);
    const notes = [...host.querySelectorAll("section li p")].map((note) => note.textContent?.slice(0, 6));
    expect(notes).toEqual(["Note B", "Note A"]);
    for (const link of host.querySelectorAll("a")) {
      expect(host.querySelector(`[id="${link.getAttribute("href")?.slice(1)}"]`)).not.toBeNull();
    }
  });
});
