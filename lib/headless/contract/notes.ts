import { z } from "zod";
import { defineHeadlessTool } from "./define-headless-tool";

const noteSchema = z.object({ id: z.number().int(), text: z.string(), saved_at: z.string() });

/** Writes a note into this browser's IndexedDB. The text never reaches the server's storage except as the call's arguments. */
export const saveNote = defineHeadlessTool({
  name: "save_note",
  title: "Save a note",
  description: "Remember a short note for the person. It is kept in the person's own browser. Returns the note's id.",
  reason: "The agent wants to keep a note in this browser.",
  input: z.object({ text: z.string().min(1).max(10_000).describe("The note, in the person's words") }),
  output: noteSchema,
  policy: { consent: "auto", timeoutMs: 10_000, idempotent: false, needsGesture: false },
});

/** Reads the notes of this browser, newest first. */
export const listNotes = defineHeadlessTool({
  name: "list_notes",
  title: "Your notes",
  description: "Read the notes that the person asked to remember, newest first. They live in the person's own browser.",
  reason: "The agent wants to read the notes kept in this browser.",
  input: z.object({ limit: z.int().min(1).max(100).default(20).describe("How many notes at most") }),
  output: z.object({ notes: z.array(noteSchema) }),
  policy: { consent: "auto", timeoutMs: 10_000, idempotent: true, needsGesture: false },
});
