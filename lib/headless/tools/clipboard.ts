import { readClipboard, writeClipboard } from "../contract";
import { isNotAllowed, requireSecureOrigin, unavailable } from "./unavailable";

/** The clipboard's text, by the browser's own interface. An empty clipboard, or one without text, is an empty text. */
export const readClipboardTool = readClipboard.implement(async () => {
  const { readText } = clipboard("readText");
  return { text: await refusing(readText(), "read") };
});

/** Replaces the clipboard's text. */
export const writeClipboardTool = writeClipboard.implement(async ({ text }) => {
  const { writeText } = clipboard("writeText");
  await refusing(writeText(text), "written");
  return { copied_characters: text.length };
});

function clipboard(method: "readText" | "writeText") {
  requireSecureOrigin("The browser opens the clipboard");
  const own: Partial<Clipboard> | undefined = globalThis.navigator?.clipboard;
  if (typeof own?.[method] !== "function") throw unavailable("This browser does not let pages use the clipboard.");
  const full = own as Clipboard; // the method was looked at
  return { readText: () => full.readText(), writeText: (text: string) => full.writeText(text) };
}

async function refusing<Value>(work: Promise<Value>, verb: string): Promise<Value> {
  try {
    return await work;
  } catch (error) {
    if (isNotAllowed(error)) {
      throw unavailable(`The clipboard could not be ${verb}: the browser does not permit it on this page.`, error);
    }
    throw error;
  }
}
