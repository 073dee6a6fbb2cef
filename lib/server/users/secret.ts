import { randomBytes } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { errorMessage, ToolweaveError } from "@/lib/errors";
import { createSigningKey, type SigningKeys } from "./signing-keys";

const FILE_NAME = "secret";
const OWNER_ONLY = 0o600;
const MADE_BYTES = 32;
/** Less can be guessed. */
const MIN_CHARACTERS = 32;

/**
 * The keys that sign the cookies of visitors: TOOLWEAVE_SECRET where it is set, else the file `secret` of the data folder,
 * which is made once and readable by its owner alone. Several secrets, separated by commas or lines: the first signs, the
 * others are still believed, so that a secret can be changed without anybody losing their threads.
 * Throws a TypeError for a secret that is too short, and `data_folder_unusable` where the file cannot be read or made.
 */
export function readSigningKeys(fromEnvironment: string | undefined, dataDir: string): SigningKeys {
  if (fromEnvironment?.trim()) return toKeys(fromEnvironment, "TOOLWEAVE_SECRET");
  const path = join(dataDir, FILE_NAME);
  return toKeys(readOrMake(path), path);
}

/** Keys that are gone with the process, for a storage that is gone with it too. */
export function createPassingKeys(): SigningKeys {
  return [createSigningKey(randomBytes(MADE_BYTES).toString("hex"))];
}

/** Throws a TypeError for no secret at all, and for one that is too short. */
export function toKeys(text: string, place: string): SigningKeys {
  const secrets = text.split(/[,\n]/).map((secret) => secret.trim());
  const [first, ...others] = secrets.filter((secret) => secret.length > 0);
  if (first === undefined || [first, ...others].some((secret) => secret.length < MIN_CHARACTERS)) {
    throw new TypeError(
      `${place} must hold a secret of at least ${MIN_CHARACTERS} characters. Make one with: openssl rand -hex 32`,
    );
  }
  return [createSigningKey(first), ...others.map(createSigningKey)];
}

function readOrMake(path: string): string {
  try {
    writeFileSync(path, `${randomBytes(MADE_BYTES).toString("hex")}\n`, { mode: OWNER_ONLY, flag: "wx" });
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== "EEXIST") throw unusable(path, cause);
  }
  try {
    return readFileSync(path, "utf8");
  } catch (cause) {
    throw unusable(path, cause);
  }
}

function unusable(path: string, cause: unknown): ToolweaveError {
  return new ToolweaveError(
    "data_folder_unusable",
    `${path} cannot be used: ${errorMessage(cause)}. Make it readable for the server, or set TOOLWEAVE_SECRET.`,
    { cause },
  );
}
