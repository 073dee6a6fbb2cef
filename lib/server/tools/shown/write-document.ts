import { tool } from "@langchain/core/tools";
import { z } from "zod";

/** A document beside the conversation; the call's arguments are the document, the result only counts. */
export const writeDocument = tool(
  ({ title, content }) => JSON.stringify({ title, lines: content.split("\n").length, characters: content.length }),
  {
    name: "write_document",
    description: [
      "Write a document that the person sees beside the conversation while you write it: Markdown, code, SVG or a whole page",
      "of HTML. The same title again is its next version; write it in full. HTML and SVG run alone: they load nothing from",
      "any network, so styles, scripts and images (data: addresses) must be in the document itself.",
    ].join(" "),
    schema: z.object({
      title: z.string().min(1).max(120).describe("A file name or a title; stays the same for all versions"),
      kind: z.enum(["markdown", "code", "svg", "html"]),
      language: z.string().max(40).optional().describe("Of code, for example typescript"),
      content: z.string().max(400_000).describe("The whole document"),
    }),
    metadata: { title: "Document" },
  },
);
