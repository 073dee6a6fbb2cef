import type { Scenario } from "../../scenario";
import { answerOf, fieldOf, reasonOf } from "../../tool-results/tool-answers";

const ASKS = /\bsave\b.*\b(?:file|list)\b/i;
const LIST = "# Picnic\n\n- bread\n- cheese\n- a blanket\n- the small knife\n";

/** A file that the model writes and the browser saves. */
export const saveFile: Scenario = {
  name: "save-file",
  shows: "a file that the agent writes and your browser saves",
  example: "Save a packing list as a file",
  tools: ["save_file"],
  play: (question) =>
    ASKS.test(question)
      ? [
          { calls: [{ name: "save_file", args: { name: "picnic.md", text: LIST, media_type: "text/markdown" } }] },
          (results) => {
            const result = answerOf(results, "save_file");
            return result && !result.isError
              ? { text: `Saved as ${fieldOf(result, "name")}, ${fieldOf(result, "size_bytes")} bytes.` }
              : { text: `Nothing was saved: ${reasonOf(result)}.` };
          },
        ]
      : undefined,
};
