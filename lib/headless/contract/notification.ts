import { z } from "zod";
import { defineHeadlessTool } from "./define-headless-tool";

/** Shows a notification of the person's system. */
export const showNotification = defineHeadlessTool({
  name: "show_notification",
  title: "Show a notification",
  description: "Show the person a notification of their system, for example when something long is done.",
  reason: "The agent wants to show a notification of your system.",
  input: z.object({ title: z.string().min(1).max(100), body: z.string().max(500).default("") }),
  output: z.object({ is_shown: z.literal(true) }),
  policy: { consent: "ask", timeoutMs: 60_000, idempotent: false, needsGesture: true },
});
