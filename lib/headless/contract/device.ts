import { z } from "zod";
import { defineHeadlessTool } from "./define-headless-tool";

const sizeSchema = z.object({ width_px: z.number(), height_px: z.number() });

/** Screen, window, time zone and language: what helps to answer in the person's terms. */
export const getDeviceInfo = defineHeadlessTool({
  name: "get_device_info",
  title: "Screen and time zone",
  description: "Find out the person's time zone, local time, languages, and the sizes of their screen and window.",
  reason: "The agent wants to know your time zone, languages and screen size.",
  input: z.object({}),
  output: z.object({
    time_zone: z.string(),
    local_time: z.string().describe("ISO 8601 with the offset"),
    languages: z.array(z.string()),
    screen: sizeSchema,
    window: sizeSchema,
    pixel_ratio: z.number(),
    prefers_dark: z.boolean(),
    has_touch: z.boolean(),
  }),
  policy: { consent: "auto", timeoutMs: 10_000, idempotent: true, needsGesture: false },
});

/** Light, dark, or as the system says. */
export const setTheme = defineHeadlessTool({
  name: "set_theme",
  title: "Light or dark",
  description: "Show the page in light or dark colours, or as the person's system says.",
  reason: "The agent wants to change the colours of this page.",
  input: z.object({ theme: z.enum(["light", "dark", "system"]) }),
  output: z.object({ theme: z.enum(["light", "dark", "system"]), was: z.enum(["light", "dark", "system"]) }),
  policy: { consent: "auto", timeoutMs: 10_000, idempotent: true, needsGesture: false },
});
