import { createHash } from "node:crypto";
import { tool } from "@langchain/core/tools";
import { z } from "zod";

/** Keeps a draft as part of the thread; nothing is sent. */
export const draftEmail = tool(
  ({ to, subject, body }) => {
    const id = createHash("sha256")
      .update(JSON.stringify([to, subject, body]))
      .digest("hex")
      .slice(0, 12);
    return JSON.stringify({ draft_id: id, saved: true, sent: false, words: body.split(/\s+/).filter(Boolean).length });
  },
  {
    name: "draft_email",
    description: "Draft an email for the person to read and send themselves. Nothing is sent.",
    schema: z.object({
      to: z.string().min(1).max(320).describe("The recipient's address"),
      subject: z.string().max(300),
      body: z.string().max(50_000).describe("Plain text, with line breaks"),
    }),
    metadata: { title: "Draft an email" },
  },
);
