import { saveFile } from "../../contract";
import { unavailable } from "../unavailable";

/** The browser's own download. Whether the person then keeps the file, the browser does not tell. */
export const saveFileTool = saveFile.implement(({ name, text, media_type }) => {
  if (typeof document === "undefined") throw unavailable("There is no page here to save a file from.");
  const file = new Blob([text], { type: media_type });
  const url = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), RELEASE_MS);
  return { name, size_bytes: file.size };
});

/** The download has taken the bytes by then. */
const RELEASE_MS = 60_000;
