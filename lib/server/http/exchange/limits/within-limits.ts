import { ToolweaveError } from "@/lib/errors";
import type { User } from "../../../users";
import type { Services } from "../../services";

/** Throws `limit_reached` when a user has all the threads that one may have. */
export async function assertRoomForThread({ runtime, limits }: Services, { userId }: User): Promise<void> {
  if (limits.threads === Number.POSITIVE_INFINITY) return;
  if (!(await runtime.storage.threads.hasAtLeast(userId, limits.threads))) return;
  throw new ToolweaveError(
    "limit_reached",
    `You have as many threads as one person may keep (${limits.threads}). Delete one to begin another.`,
    { context: { limit: limits.threads } },
  );
}

/**
 * Throws `too_large` for more metadata than a thread or run may have. `former`: what is there, which a change adds to; what
 * makes it less is always taken.
 */
export function assertSmallMetadata(
  metadata: Readonly<Record<string, unknown>> | null | undefined,
  { limits }: Services,
  former: Readonly<Record<string, unknown>> = {},
): void {
  const characters = jsonLength({ ...former, ...metadata });
  if (characters <= limits.metadataCharacters || characters < jsonLength(former)) return;
  throw new ToolweaveError(
    "too_large",
    `The metadata would have ${characters} characters, and may have ${limits.metadataCharacters}. Keep less in it.`,
    { context: { field: "metadata", max_characters: limits.metadataCharacters } },
  );
}

/** Throws `too_large` for a message that is longer than one may be. `value`: an input or an update of a state. */
export function assertShortMessages(value: unknown, { limits }: Services, field: string): void {
  const messages = typeof value === "object" && value !== null ? (value as { messages?: unknown }).messages : undefined;
  for (const [index, message] of (Array.isArray(messages) ? messages : [messages]).entries()) {
    const characters = lengthOf(message);
    if (characters <= limits.messageCharacters) continue;
    throw new ToolweaveError(
      "too_large",
      `This message has ${characters} characters, and one may have ${limits.messageCharacters}. ` +
        "Shorten it, or attach it as a file.",
      { context: { field: `${field}.messages.${index}`, max_characters: limits.messageCharacters } },
    );
  }
}

/** Of all in which a client can put words: what is said, and what may be said beside it. */
function lengthOf(message: unknown): number {
  if (typeof message === "string") return message.length;
  if (typeof message !== "object" || message === null) return 0;
  const { content, additional_kwargs, response_metadata, tool_calls } = message as Readonly<Record<string, unknown>>;
  const beside = [additional_kwargs, response_metadata, tool_calls].filter(isFilled);
  const said = typeof content === "string" ? content.length : jsonLength(content ?? message);
  return beside.reduce((total: number, part) => total + jsonLength(part), said);
}

function isFilled(value: unknown): boolean {
  return typeof value === "object" && value !== null && Object.keys(value).length > 0;
}

function jsonLength(value: unknown): number {
  return JSON.stringify(value)?.length ?? 0;
}
