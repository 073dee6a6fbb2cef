import { ToolweaveError } from "@/lib/errors";
import type { User } from "../../../users";
import type { Services } from "../../services";
import { jsonLength, messageLength, type PlacedMessage } from "./message-length";

/** What a user adds: `isNeeded` is asked in the same turn, and says whether anything is added at all. */
type Addition = { readonly count?: number; readonly isNeeded?: () => Promise<boolean> };

/**
 * Does `work`, which adds `count` threads, where a user may have so many more. Rejects with `limit_reached` where they would
 * be too many. One work of a user after another, so that two that come at once do not count the same room.
 */
export function withRoomForThread<Result>(
  services: Services,
  user: User,
  work: () => Promise<Result>,
  { count = 1, isNeeded = async () => true }: Addition = {},
): Promise<Result> {
  return services.runtime.withKept(user.userId, async () => {
    if (await isNeeded()) await assertRoomForThread(services, user, count);
    return work();
  });
}

async function assertRoomForThread({ runtime, limits }: Services, { userId }: User, count: number): Promise<void> {
  if (limits.threads === Number.POSITIVE_INFINITY || count === 0) return;
  const isTooMany = count > limits.threads;
  if (!isTooMany && !(await runtime.storage.threads.hasAtLeast(userId, limits.threads - count + 1))) return;
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

/** Throws `too_large` for a message that is longer than one may be. */
export function assertShortMessages(messages: readonly PlacedMessage[], { limits }: Services): void {
  for (const { message, field } of messages) {
    const characters = messageLength(message);
    if (characters <= limits.messageCharacters) continue;
    throw new ToolweaveError(
      "too_large",
      `This message has ${characters} characters, and one may have ${limits.messageCharacters}. ` +
        "Shorten it, or attach it as a file.",
      { context: { field, max_characters: limits.messageCharacters } },
    );
  }
}
