import type { Scenario } from "../../scenario";
import { answerOf, reasonOf } from "../../tool-results/tool-answers";
import { LIGHTHOUSE, SEATS, TEA, TIDES } from "./documents";

const ASKS = /\b(?:write|draw|make|build|show)\b/i;
const GIVEN = /\bshow this (?<kind>page|drawing|text):\s*(?<content>[\s\S]+)$/i;

type Document = { title: string; kind: string; language?: string; content: string };

/** Documents beside the conversation: a page in two versions, a drawing, a text, code, or what the person gives. */
export const document: Scenario = {
  name: "document",
  shows: "a page that is written beside the conversation, and its second version",
  example: "Write a page with the seats of the picnic table",
  tools: ["write_document"],
  play(question) {
    const documents = documentsFor(question);
    const [first, second] = documents;
    if (first === undefined) return undefined;
    const end = (count: number) => (results: Parameters<typeof answerOf>[0]) => {
      const result = answerOf(results, "write_document", count - 1);
      return result && !result.isError
        ? { text: `${first.title} is there${count > 1 ? ", in two versions" : ""}. It runs in a frame of its own.` }
        : { text: `It could not be written: ${reasonOf(result)}.` };
    };
    const opening = { text: "I write it beside our conversation.", calls: [{ name: "write_document", args: first }] };
    if (second === undefined) return [opening, end(1)];
    return [
      opening,
      { text: "Now with a count of the free seats.", calls: [{ name: "write_document", args: second }] },
      end(2),
    ];
  },
};

function documentsFor(question: string): readonly Document[] {
  const given = GIVEN.exec(question)?.groups;
  if (given)
    return [{ title: "Yours", kind: KINDS[given.kind?.toLowerCase() ?? ""] ?? "code", content: given.content ?? "" }];
  if (!ASKS.test(question)) return [];
  if (/\bseats?\b/i.test(question)) return SEATS;
  if (/\b(?:svg|drawing|lighthouse)\b/i.test(question)) return [LIGHTHOUSE];
  if (/\b(?:code|function|typescript)\b/i.test(question)) return [TIDES];
  return /\b(?:document|essay|article)\b/i.test(question) ? [TEA] : [];
}

const KINDS: Readonly<Record<string, string>> = { page: "html", drawing: "svg", text: "markdown" };
