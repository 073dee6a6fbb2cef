import type { Scenario } from "../../scenario";

const ASKS = /\b(?:rich|formatted|styled) (?:text|markdown|answer)\b/i;

/** Everything that an answer's Markdown can hold: code in colours, formulas, a table, notes and an image. */
export const richText: Scenario = {
  name: "rich-text",
  shows: "code, formulas, a table and footnotes",
  example: "Show me rich text",
  tools: [],
  play: (question) => (ASKS.test(question) ? [{ text: RICH_TEXT }] : undefined),
};

const RICH_TEXT = `## How a twill is planned

A twill steps **one thread to the side** with each pick, so that the steps make a *diagonal*[^denim]. The plan is small enough to write down, and the [history of the loom][loom] is longer than this answer.

\`\`\`ts
/** Whether the warp thread lies on top, in a twill of this rise. */
export function isRaised(thread: number, pick: number, rise = 2): boolean {
  const step = (thread + pick) % (rise * 2);
  return step < rise; // the diagonal
}
\`\`\`

The share of warp that one sees on the face is

$$
f = \\frac{r}{r + s}
$$

where $$r$$ threads rise and \\(s\\) sink; a yarn of this kind costs $12 to $18.

| Weave | Rise | Sink | Drapes |
| :-- | --: | --: | :-- |
| Plain | 1 | 1 | little |
| Twill | 2 | 2 | well |
| Satin | 4 | 1 | best |

1. Count the threads.
2. Thread the heddles:
   \`\`\`json
   { "shafts": 4, "order": [1, 2, 3, 4] }
   \`\`\`
3. Weave a hand's width, and look at it from the other side.

- [x] Plan
- [ ] Wash it in warm water

![A piece of twill](https://images.toolweave.example/twill.png)

[^denim]: Denim is a twill, which is why it drapes and lasts.

[loom]: https://en.wikipedia.org/wiki/Loom "The loom"
`;
