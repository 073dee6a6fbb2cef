import { z } from "zod";
import { defineHeadlessTool } from "./define-headless-tool";

/** Where the device is, from the browser's geolocation. Degrees and metres. */
export const getLocation = defineHeadlessTool({
  name: "get_location",
  title: "Your location",
  description:
    "Find out where the person is. Runs in the person's browser, after they agree. Returns latitude and longitude in degrees and the accuracy in metres.",
  reason: "The agent wants to read where this device is.",
  input: z.object({
    high_accuracy: z.boolean().default(false).describe("True only when a street address is needed"),
  }),
  output: z.object({ latitude: z.number(), longitude: z.number(), accuracy_m: z.number() }),
  policy: { consent: "ask", timeoutMs: 60_000, idempotent: true, needsGesture: false },
});
