import { z } from "zod";
import { attachmentKindSchema } from "@/lib/protocol";
import type { AttachmentRecord } from "./attachment-store";

const recordSchema = z.object({
  id: z.string(),
  userId: z.string(),
  threadIds: z.array(z.string()),
  name: z.string(),
  kind: attachmentKindSchema,
  mimeType: z.string(),
  size: z.number(),
  createdAtMs: z.number(),
  width: z.number().optional(),
  height: z.number().optional(),
  hasThumbnail: z.boolean(),
});

/** A record as it was written to disk; undefined for what is none, or is that of another file. */
export function readRecord(text: string, id: string): AttachmentRecord | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  const read = recordSchema.safeParse(value);
  if (!read.success || read.data.id !== id) return undefined;
  const { width, height, ...record } = read.data;
  return { ...record, ...(width === undefined ? {} : { width }), ...(height === undefined ? {} : { height }) };
}
