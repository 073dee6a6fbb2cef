import { createHash, timingSafeEqual } from "node:crypto";
import { readList } from "../read-list";
import type { User } from "./user";

/** Finds whose key a request carries. `undefined`: no such key. */
export type ApiKeys = (key: string) => User | undefined;

const MIN_CHARACTERS = 16;
const ENTRY = /^(?:(?<name>[\w.@-]+):)?(?<key>\S+)$/;

/**
 * Reads TOOLWEAVE_API_KEYS: keys separated by commas, each a user of its own; with `name:key` the user keeps what is theirs
 * when the key changes, and may have several keys. Throws a TypeError for what is no key, or is easily guessed.
 */
export function readApiKeys(text?: string): ApiKeys {
  const entries = readList(text).map(readEntry);
  return (given) => {
    const digest = digestOf(given);
    let found: User | undefined;
    // every key is looked at, so that the time says nothing
    for (const entry of entries) if (timingSafeEqual(entry.digest, digest)) found = entry.user;
    return found;
  };
}

function readEntry(entry: string): { digest: Buffer; user: User } {
  const { name, key = "" } = ENTRY.exec(entry)?.groups ?? {};
  if (key.length < MIN_CHARACTERS) {
    throw new TypeError(
      `Each key of TOOLWEAVE_API_KEYS must have at least ${MIN_CHARACTERS} characters without spaces, ` +
        "as name:key or alone. Make one with: openssl rand -hex 32",
    );
  }
  const digest = digestOf(key);
  return { digest, user: { userId: `key-${name ?? digest.toString("hex").slice(0, 32)}` } };
}

function digestOf(key: string): Buffer {
  return createHash("sha256").update(key).digest();
}
