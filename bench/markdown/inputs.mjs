const SENTENCE = "The loom draws its **thread** through the *warp*, and a `pattern` grows line by line. ";

/** A long answer of every usual kind of block, with reference links and footnotes across its sections. */
export function mixedAnswer(length) {
  return grown(length, (at) => {
    const parts = [
      `## Section ${at}\n\n${SENTENCE.repeat(3)}See [the notes][n${at}]${at % 10 === 0 ? `[^${at}]` : ""}.\n\n`,
      `- first\n- second with [a link](https://ok.example/${at})\n  - nested\n- third\n\n`,
      `| a | b |\n|---|---|\n| ${at} | two |\n| 3 | four |\n\n`,
      `\`\`\`ts\nconst value = ${at};\nexport function read() {\n  return value;\n}\n\`\`\`\n\n`,
      `> ${SENTENCE}\n\n[n${at}]: https://ok.example/n/${at} "Note"\n\n${SENTENCE.repeat(4)}\n\n`,
    ];
    return parts.join("") + (at % 10 === 0 ? `[^${at}]: A footnote.\n\n` : "");
  });
}

/** One code block that never ends. */
export function openFence(length) {
  return `\`\`\`ts\n${grown(length, (at) => `  const value${at} = read(${at});\n`)}`;
}

/** One list that never ends. */
export function openList(length) {
  return grown(length, (at) => `- item ${at} of **many**, with a [link](https://ok.example/${at})\n`);
}

function grown(length, part) {
  let text = "";
  for (let at = 0; text.length < length; at += 1) text += part(at);
  return text.slice(0, length);
}
