import { ToolweaveError } from "@/lib/errors";
import { listNotes, saveNote } from "../contract";
import { openDatabase, type ToolweaveDatabase } from "../open-database";

/** Keeps a note in this browser's IndexedDB. */
export const saveNoteTool = saveNote.implement(async ({ text }) => {
  const note = { text, saved_at: new Date().toISOString() };
  const id = await withNotes((database) => database.add("notes", note));
  return { id, ...note };
});

/** Reads the newest notes of this browser. */
export const listNotesTool = listNotes.implement(async ({ limit }) => {
  const notes = await withNotes(async (database) => {
    const newest = [];
    let cursor = await database.transaction("notes").store.openCursor(null, "prev");
    while (cursor !== null && newest.length < limit) {
      newest.push({ ...cursor.value, id: cursor.key });
      cursor = await cursor.continue();
    }
    return newest;
  });
  return { notes };
});

async function withNotes<Result>(work: (database: ToolweaveDatabase) => Promise<Result>): Promise<Result> {
  try {
    return await work(await openDatabase());
  } catch (cause) {
    throw new ToolweaveError(
      "tool_unavailable",
      "This browser does not let the page keep notes (private window, or storage is switched off).",
      { cause },
    );
  }
}
