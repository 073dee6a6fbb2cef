import type { Scenario } from "../../scenario";

const ASKS = /\blong (?:text|answer|story|article)\b/i;

/** Several screens of text with headings, lists, code and a table: something to scroll, to stop and to reload. */
export const longText: Scenario = {
  name: "long-text",
  shows: "several screens of text, to try scrolling and Stop",
  example: "Write a long text",
  tools: [],
  play: (question) => (ASKS.test(question) ? [{ text: LONG_TEXT }] : undefined),
};

const CHAPTERS = [
  [
    "Warp",
    "The warp is the set of threads that stay where they are. They are long, strong and under tension, and everything else depends on them.",
  ],
  [
    "Weft",
    "The weft is the thread that travels. It goes over and under, turns at the edge, and comes back; one pass is called a pick.",
  ],
  [
    "Shed",
    "The shed is the opening between raised and lowered warp threads. It must be clear before the shuttle goes through, or threads catch.",
  ],
  [
    "Reed",
    "The reed is a comb that keeps the threads apart and beats each pick into place. How hard it beats decides how dense the cloth becomes.",
  ],
  [
    "Twill",
    "In a twill each pick steps one thread to the side, and the steps make a diagonal. Denim is a twill, which is why it drapes and lasts.",
  ],
  [
    "Selvedge",
    "The selvedge is the edge that finishes itself. A straight one is the mark of an even hand; a wavy one tells where the weaver was interrupted.",
  ],
  [
    "Mending",
    "A broken warp thread is not a disaster. Pin a new one beside it, weave a few centimetres with both, and cut the old one off.",
  ],
  [
    "Finishing",
    "Off the loom the cloth is stiff. Washed in warm water it relaxes, the threads find their places, and only now does it become cloth.",
  ],
] as const;

const LONG_TEXT = [
  "# A short book on weaving",
  "This text was written beforehand; the demo model only reads it out.",
  ...CHAPTERS.map(([title, first], index) => chapter(index + 1, title, first)),
  "## Reference\n\n| Part | Moves | Task |\n| --- | --- | --- |\n| Warp | no | carries the tension |\n| Weft | yes | makes the cloth |\n| Reed | yes | beats each pick into place |",
  "That is the end of the book. Thank you for reading this far.",
].join("\n\n");

function chapter(number: number, title: string, first: string): string {
  return [
    `## ${number}. ${title}`,
    first,
    `People who learn this by hand say the same thing about the ${title.toLowerCase()}: it looks like one idea, and it is three. You see it, you do it wrong, and then your hands know it before you do.`,
    "- Work in good light, and sit so that you need not lean.\n- Count aloud; nobody minds, and it saves an hour of undoing.\n- Stop while you still enjoy it.",
    `\`\`\`text\nrow ${number}: ${"over under ".repeat(4).trim()}\nrow ${number + 1}: ${"under over ".repeat(4).trim()}\n\`\`\``,
  ].join("\n\n");
}
