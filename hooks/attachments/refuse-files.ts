import type { AttachmentKind, AttachmentLimits } from "@/lib/protocol";
import { guessKind } from "./guess-kind";

/** A file that the server would not take, and why. */
export type RefusedFile = { readonly name: string; readonly reason: "empty" | "too-large" | "kind" | "too-many" };

/** Splits files into those that the server takes and those that it is sure to refuse. What cannot be known here is its to say. */
export function refuseFiles(
  files: readonly File[],
  limits: AttachmentLimits | undefined,
  attachedCount: number,
): { readonly taken: readonly File[]; readonly refused: readonly RefusedFile[] } {
  const taken: File[] = [];
  const refused: RefusedFile[] = [];
  if (limits === undefined) return { taken, refused: files.map(({ name }) => ({ name, reason: "kind" })) };
  for (const file of files) {
    const isFull = attachedCount + taken.length >= limits.max_per_message;
    const reason = reasonAgainst(file, limits, guessKind(file)) ?? (isFull ? "too-many" : undefined);
    if (reason) refused.push({ name: file.name, reason });
    else taken.push(file);
  }
  return { taken, refused };
}

function reasonAgainst(
  { size }: File,
  { max_bytes, kinds }: AttachmentLimits,
  kind: AttachmentKind | undefined,
): RefusedFile["reason"] | undefined {
  if (size === 0) return "empty";
  if (size > max_bytes) return "too-large";
  return kind !== undefined && !kinds.includes(kind) ? "kind" : undefined;
}
