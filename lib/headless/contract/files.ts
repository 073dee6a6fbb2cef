import { z } from "zod";
import { defineHeadlessTool } from "./define-headless-tool";

/** A cell of a table: text as it stands in the file. */
const rowSchema = z.array(z.string());

/**
 * Lets the person choose a file and reads it in the browser. Only what is returned leaves the machine: the beginning of a
 * text, or a table's columns, its number of rows and the first of them. `draw_chart` can draw all rows without sending them.
 */
export const openLocalFile = defineHeadlessTool({
  name: "open_local_file",
  title: "Open a local file",
  description: [
    "Let the person choose a text or CSV file on their machine, and read its beginning. The file stays on their machine:",
    "you get at most max_rows rows of a table, or max_characters of a text. A table has a file_id for draw_chart.",
  ].join(" "),
  reason: "The agent asks you to choose a file. It reads the beginning; the rest stays on this machine.",
  input: z.object({
    kind: z.enum(["text", "csv"]).default("text").describe("csv for a table, text for everything else"),
    max_rows: z.int().min(0).max(200).default(5).describe("How many rows of a table to return"),
    max_characters: z.int().min(0).max(50_000).default(4_000).describe("How much of a text to return"),
  }),
  output: z.object({
    file_id: z.string().optional().describe("Of a table, for draw_chart"),
    name: z.string(),
    size_bytes: z.int(),
    text: z.string().optional(),
    columns: z.array(z.string()).optional(),
    row_count: z.int().optional(),
    rows: z.array(rowSchema).optional(),
    is_cut: z.boolean(),
  }),
  policy: { consent: "ask", timeoutMs: 600_000, idempotent: true, needsGesture: true },
});

/** Gives the person a file to keep: the browser's own download. */
export const saveFile = defineHeadlessTool({
  name: "save_file",
  title: "Save a file",
  description: "Give the person a text file to keep; the browser saves it where it saves downloads.",
  reason: "The agent wants to save a file on this machine.",
  preview: ({ name, text }) => `The agent wants to save “${name}” (${text.length} characters) on this machine.`,
  input: z.object({
    name: z
      .string()
      .min(1)
      .max(120)
      .regex(/^[^/\\:*?"<>|]+$/, "a file name without a folder")
      .describe("The file's name with its ending, for example notes.md"),
    text: z.string().max(1_000_000),
    media_type: z
      .enum(["text/plain", "text/markdown", "text/csv", "text/html", "application/json"])
      .default("text/plain"),
  }),
  output: z.object({ name: z.string(), size_bytes: z.int() }),
  policy: { consent: "ask", timeoutMs: 60_000, idempotent: false, needsGesture: true },
});

/** Draws a chart in the conversation from a table that the person opened; the rows stay on the machine. */
export const drawChart = defineHeadlessTool({
  name: "draw_chart",
  title: "Chart",
  description: [
    "Draw a chart from a CSV file that open_local_file opened in this page. The browser draws all rows; you are told only",
    "how many points there are, and the least and greatest value.",
  ].join(" "),
  reason: "The agent wants to draw a chart from a file that you opened.",
  input: z.object({
    file_id: z.string().describe("What open_local_file returned"),
    kind: z.enum(["bar", "line"]).default("bar"),
    x: z.string().describe("The column of the labels"),
    y: z.string().describe("The column of the numbers"),
    title: z.string().max(120).default(""),
  }),
  output: z.object({ points: z.int(), skipped_rows: z.int(), least: z.number(), greatest: z.number() }),
  policy: { consent: "auto", timeoutMs: 10_000, idempotent: true, needsGesture: false },
});
