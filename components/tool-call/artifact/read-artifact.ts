import type { ToolCallView } from "@/hooks";

export const ARTIFACT_TOOL = "write_document";

const KINDS = ["markdown", "code", "svg", "html"] as const;

export type ArtifactKind = (typeof KINDS)[number];

/** A document as far as its call has written it. */
export type Artifact = {
  readonly title: string;
  readonly kind: ArtifactKind;
  /** The language of `code`, as the model names it. */
  readonly language: string;
  readonly content: string;
  /** Nothing of the content changes any more. */
  readonly isWritten: boolean;
};

/** What a call of `write_document` holds; whatever a model puts where a text belongs is read as no text. */
export function readArtifact(call: Pick<ToolCallView, "args" | "editedArgs" | "phase">): Artifact {
  const args = call.editedArgs ?? call.args;
  const textAt = (name: string) => {
    const value = typeof args === "object" && args !== null && Object.hasOwn(args, name) && Reflect.get(args, name);
    return typeof value === "string" ? value : "";
  };
  const kind = textAt("kind");
  return {
    title: textAt("title"),
    kind: KINDS.find((known) => known === kind) ?? "code",
    language: textAt("language"),
    content: textAt("content"),
    isWritten: call.phase !== "writing",
  };
}

/** How many lines a text has; the line break at its end begins none. */
export function countLines(text: string): number {
  if (text === "") return 0;
  let lines = 1;
  for (let at = text.indexOf("\n"); at !== -1 && at < text.length - 1; at = text.indexOf("\n", at + 1)) lines += 1;
  return lines;
}
