import type { Scenario } from "../../scenario";

const ASKS = /\b(?:name|cite|give) (?:your|the|its) sources?\b/i;

/** An answer whose words name their sources, as those of a provider with a search do. */
export const citedText: Scenario = {
  name: "cited-text",
  shows: "an answer with its sources",
  example: "Who wove the first denim? Name your sources",
  tools: [],
  play: (question) => (ASKS.test(question) ? [{ text: TEXT, citations: CITATIONS }] : undefined),
};

const TEXT = `Nobody knows the first weaver, but two towns share the name:

- **Nîmes** wove a twill of wool and silk, *serge de Nîmes*, from which the word is often said to come.
- **Genoa** sold a cotton cloth to sailors, whose name became "jeans".

What is woven today under the name is a cotton twill with a dyed warp and a white weft.
`;

const CITATIONS = [
  {
    words: "from which the word is often said to come.",
    url: "https://en.wikipedia.org/wiki/Denim",
    title: "Denim, an encyclopedia's page",
  },
  {
    words: 'whose name became "jeans".',
    url: "https://en.wikipedia.org/wiki/Jeans",
    title: "Jeans, an encyclopedia's page",
  },
  {
    words: "a cotton twill with a dyed warp and a white weft.",
    url: "https://en.wikipedia.org/wiki/Denim",
    title: "Denim, an encyclopedia's page",
  },
  {
    words: "a cotton twill with a dyed warp and a white weft.",
    url: "https://en.wikipedia.org/wiki/Twill",
    title: "Twill, an encyclopedia's page",
  },
] as const;
