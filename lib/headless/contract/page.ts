import { z } from "zod";
import { defineHeadlessTool } from "./define-headless-tool";

/** What the person has marked on the page. */
export const readSelection = defineHeadlessTool({
  name: "read_selection",
  title: "Read your selection",
  description: "Read the text that the person has marked on the page that they are looking at.",
  reason: "The agent wants to read the text you marked on this page.",
  input: z.object({}),
  output: z.object({ text: z.string(), page_title: z.string(), url: z.string() }),
  policy: { consent: "ask-once", timeoutMs: 10_000, idempotent: true, needsGesture: false },
});

/** The visible text of the page around the chat. */
export const readPageText = defineHeadlessTool({
  name: "read_page_text",
  title: "Read this page",
  description: "Read the visible text of the page that the person is looking at, without the conversation itself.",
  reason: "The agent wants to read the text of this page.",
  input: z.object({ max_characters: z.int().min(1).max(50_000).default(8_000) }),
  output: z.object({ text: z.string(), page_title: z.string(), url: z.string(), is_cut: z.boolean() }),
  policy: { consent: "ask-once", timeoutMs: 10_000, idempotent: true, needsGesture: false },
});
