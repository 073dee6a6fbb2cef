import type { AttachmentKind } from "@/lib/protocol";

const IMAGES = /^image\/(png|jpeg|gif|webp)$/;
const TEXTS =
  /^(text\/.*|image\/svg\+xml|application\/(json|xml|javascript|yaml|toml|sql|x-sh|x-yaml)|application\/.*\+(json|xml))$/;
const UNKNOWN = /^(application\/octet-stream)?$/;

/** What a file is by the word of the browser, which goes by its name. `undefined`: the browser does not know either. */
export function guessKind({ type }: { readonly type: string }): AttachmentKind | undefined {
  const mime = type.split(";")[0]?.trim().toLowerCase() ?? "";
  if (UNKNOWN.test(mime)) return undefined;
  if (IMAGES.test(mime)) return "image";
  if (TEXTS.test(mime)) return "text";
  if (mime === "application/pdf") return "pdf";
  if (mime.startsWith("audio/")) return "audio";
  return mime.startsWith("video/") ? "video" : "other";
}
