import { z } from "zod";
import { defineHeadlessTool } from "./define-headless-tool";

/** The text in the person's clipboard. */
export const readClipboard = defineHeadlessTool({
  name: "read_clipboard",
  title: "Read the clipboard",
  description: "Read the text that the person has copied. Runs in the person's browser, after they agree.",
  reason: "The agent wants to read the text you copied last.",
  input: z.object({}),
  output: z.object({ text: z.string() }),
  policy: { consent: "ask", timeoutMs: 60_000, idempotent: true, needsGesture: true },
});

/** Puts a text into the person's clipboard, in place of what was there. */
export const writeClipboard = defineHeadlessTool({
  name: "write_clipboard",
  title: "Copy to the clipboard",
  description: "Put a text into the person's clipboard, ready to paste. Replaces what they had copied.",
  reason: "The agent wants to replace what is in your clipboard.",
  preview: ({ text }) => `The agent wants to replace what is in your clipboard with ${text.length} characters.`,
  input: z.object({ text: z.string().min(1).max(100_000).describe("The text to copy") }),
  output: z.object({ copied_characters: z.int() }),
  policy: { consent: "ask", timeoutMs: 60_000, idempotent: true, needsGesture: true },
});
