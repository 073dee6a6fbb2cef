import { z } from "zod";
import { defineHeadlessTool } from "./define-headless-tool";

/** Hands an email to the person's own mail program, where they send it. */
export const sendEmail = defineHeadlessTool({
  name: "send_email",
  title: "Send an email",
  description: [
    "Write an email and hand it to the person's own mail program. They can change it here first, and send it there;",
    "you are not told whether they did.",
  ].join(" "),
  reason: "The agent hands this email to your mail program. You send it there yourself.",
  input: z.object({
    to: z.string().min(1).max(320).describe("The recipient's address"),
    subject: z.string().max(300),
    body: z.string().max(20_000).describe("Plain text, with line breaks"),
  }),
  output: z.object({ is_opened: z.boolean() }),
  policy: { consent: "ask", timeoutMs: 60_000, idempotent: false, needsGesture: true },
});
