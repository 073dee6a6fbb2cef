import { z } from "zod";

/** What an attachment is, by its bytes. `other`: nothing that a page shows or a model reads. */
export const attachmentKindSchema = z.enum(["image", "pdf", "text", "audio", "video", "other"]);
export type AttachmentKind = z.infer<typeof attachmentKindSchema>;

/** `POST /attachments`: a file that was taken. A message refers to it by a content block with its `url`. */
export const attachmentSchema = z.looseObject({
  id: z.string(),
  /** Relative to the api. With `/thumbnail` behind it: a small WebP, where `has_thumbnail`. */
  url: z.string(),
  /** As it was given, without what could harm. */
  name: z.string(),
  kind: attachmentKindSchema,
  /** By its bytes, never what its sender said. */
  mime_type: z.string(),
  /** Bytes. */
  size: z.number(),
  created_at: z.string(),
  /** Pixels of an image, upright. */
  width: z.number().nullish(),
  height: z.number().nullish(),
  has_thumbnail: z.boolean(),
});
export type Attachment = z.infer<typeof attachmentSchema>;

/** What a server takes: part of `GET /info`. */
export const attachmentLimitsSchema = z.looseObject({
  /** Bytes of one file. */
  max_bytes: z.number(),
  max_per_message: z.number(),
  kinds: z.array(attachmentKindSchema),
});
export type AttachmentLimits = z.infer<typeof attachmentLimitsSchema>;
