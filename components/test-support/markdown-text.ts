import { array, constantFrom, integer, oneof, string, tuple } from "fast-check";

const WORDS = ["word", "two words", "4 * 6", "a_b_c", "\\*no\\*", "&amp;", "x  ", "1.", "2)", "|", "é", "日本"];
const INLINES = [
  ...[
    "**bold**",
    "*em*",
    "~~gone~~",
    "`code`",
    "``a ` b``",
    "**half",
    "*half",
    "`half",
    "![img](https://i.example/x.png)",
  ],
  ...[
    "[link](https://l.example)",
    "[half](https://l.ex",
    "[ref]",
    "[ref][]",
    "[words][Ref]",
    "[t][two  words]",
    "[^1]",
    "[^n]",
  ],
  ...[
    "[^ref]",
    "[no](javascript:alert(1))",
    "<https://auto.example>",
    "https://bare.example/a",
    "<b>html</b>",
    "a@b.example",
  ],
  ...["$$x^2$$", "$5 and $6", "$$half"],
  ...["\\(y_1\\)", "\\[ z = \\\\ 2 \\]", "\\(half", "\\[half", "\\)", "\\]", "\\\\(no\\\\)", "\\(a `b\\)` c"],
  ...["![ref]", "[x]", "[a\\]b]", "[ref [inner]]"],
];
const LINES = [
  ...[
    "# Head",
    "## Head [ref]",
    "###",
    "---",
    "===",
    "***",
    "> quote",
    "> [ref] quote",
    ">",
    "> - in quote",
    "> ```",
    "> [q]: /q",
  ],
  ...[
    "- item",
    "- [ ] task",
    "- [x] done [ref]",
    "* star",
    "+ plus",
    "-",
    "1. one",
    "2. two",
    "7) seven",
    "10. ten",
    "  - nested",
  ],
  ...[
    "    - deep",
    "   continued",
    "    code",
    "\tcode",
    "- ```",
    "  ```",
    "-     code in item",
    "- - two",
    "- # head",
    "- > quote",
  ],
  ...[
    "```",
    "```ts",
    "````",
    "~~~",
    "  ```js",
    "~~~ md meta",
    "| a | b |",
    "|---|:-:|",
    "| 1 | [ref] |",
    "a | b",
    "-|-",
    "$$",
    "$$\\frac{1}{2}",
    "\\[",
    "\\]",
    "  \\[ ",
    "y + 1 \\]",
    "> \\[",
    "- \\[",
    "\\] then",
  ],
  ...[
    "[ref]: https://r.example 'title'",
    "[Ref]: /second",
    "[two words]: <a b>",
    "[a\\]b]: /escaped",
    "[open]: /o",
    "'title",
    "'",
  ],
  ...[
    "[^1]: note one",
    "[^n]: note with [ref] and [^1]",
    "[^ref]: again",
    "[ref]:",
    "  [in]: /in",
    "- [li]: /li",
    "> [^q]: in quote",
  ],
  ...[
    "<div>",
    "</div>",
    "<!-- open",
    "-->",
    "<script>",
    "</script>",
    "<b>x",
    "",
    "",
    "",
    "",
    "   ",
    "\\",
    "[^1]",
    "[li] [q] [in] [^q]",
  ],
];

const inline = oneof(constantFrom(...WORDS), constantFrom(...INLINES));
const sentence = array(inline, { minLength: 1, maxLength: 4 }).map((parts) => parts.join(" "));
const listOfItems = tuple(
  constantFrom("- ", "* ", "1. ", "3) "),
  array(sentence, { maxLength: 6 }),
  constantFrom("\n", "\n\n", "\n  more\n"),
).map(([mark, items, end]) => items.map((item) => mark + item).join(end));
const fence = tuple(
  constantFrom("```", "~~~ts", "````"),
  array(oneof(sentence, constantFrom("", "```", "- x")), { maxLength: 5 }),
).map(([mark, lines]) => [mark, ...lines, mark.replace(/\w/g, "")].join("\n"));
const line = oneof(
  { weight: 5, arbitrary: constantFrom(...LINES) },
  { weight: 3, arbitrary: sentence },
  { weight: 1, arbitrary: listOfItems },
  { weight: 1, arbitrary: fence },
  { weight: 1, arbitrary: string({ maxLength: 8 }) },
);
const lineBreak = oneof(
  { weight: 8, arbitrary: constantFrom("\n") },
  { weight: 5, arbitrary: constantFrom("\n\n") },
  constantFrom("\r\n"),
);

/** Text of every kind of Markdown, whole and broken. */
export const markdownText = array(tuple(line, lineBreak), { maxLength: 14 }).map((lines) => lines.flat().join(""));

/** Text of some hundred blocks, with lists of many items. */
export const longMarkdownText = array(
  oneof(
    { weight: 4, arbitrary: markdownText },
    {
      weight: 1,
      arbitrary: tuple(markdownText, integer({ min: 10, max: 40 })).map(([text, times]) => text.repeat(times)),
    },
    { weight: 1, arbitrary: sentence.map((words) => `- ${words}\n`.repeat(70)) },
  ),
  { minLength: 3, maxLength: 10 },
).map((parts) => parts.join("\n\n"));

/** Lengths at which a text is cut, as parts of a thousand of it. */
export const cutPlaces = array(integer({ min: 0, max: 1000 }), { maxLength: 8 });

/** The beginnings of `text` that end at these places, shortest first, and the whole of it. */
export function beginnings(text: string, cuts: readonly number[]): readonly string[] {
  const lengths = cuts.map((cut) => Math.floor((text.length * cut) / 1000)).sort((one, other) => one - other);
  return [...lengths.map((length) => text.slice(0, length)), text];
}
