import type { AttachmentKind } from "@/lib/protocol";

/** What may be attached; `attachments` of the configuration. Each has a default. */
export type AttachmentOptions = {
  /** Bytes of one file. Default: TOOLWEAVE_ATTACHMENT_MAX_MB, else 20 MiB. */
  maxBytes?: number;
  /** Bytes of all files of one user. Default: TOOLWEAVE_ATTACHMENT_QUOTA_MB, else 1,024 MiB. */
  quotaBytes?: number;
  /** Files of one message. Default 10. */
  maxPerMessage?: number;
  /** What is taken, by its bytes. Default: images (PNG, JPEG, GIF, WebP), PDF, text and audio. */
  kinds?: readonly AttachmentKind[];
  /** After what time a file that no message holds is removed. Default: TOOLWEAVE_ATTACHMENT_ORPHAN_HOURS, else 24 h. */
  orphanMs?: number;
};

export type AttachmentRules = Readonly<Required<AttachmentOptions>>;

type Environment = Readonly<Record<string, string | undefined>>;

const MIB = 1024 * 1024;
const HOUR_MS = 60 * 60_000;
const KINDS: readonly AttachmentKind[] = ["image", "pdf", "text", "audio"];

/** The rules of a server. Throws a TypeError for a setting that is no number above 0. */
export function readAttachmentRules(options: AttachmentOptions = {}, env: Environment = {}): AttachmentRules {
  return {
    maxBytes: options.maxBytes ?? readNumber(env, "TOOLWEAVE_ATTACHMENT_MAX_MB", 20) * MIB,
    quotaBytes: options.quotaBytes ?? readNumber(env, "TOOLWEAVE_ATTACHMENT_QUOTA_MB", 1_024) * MIB,
    maxPerMessage: options.maxPerMessage ?? 10,
    kinds: options.kinds ?? KINDS,
    orphanMs: options.orphanMs ?? readNumber(env, "TOOLWEAVE_ATTACHMENT_ORPHAN_HOURS", 24) * HOUR_MS,
  };
}

function readNumber(env: Environment, name: string, otherwise: number): number {
  const text = env[name]?.trim();
  if (!text) return otherwise;
  const value = Number(text);
  if (Number.isFinite(value) && value > 0) return value;
  throw new TypeError(`${name} must be a number above 0, and is "${text}".`);
}
