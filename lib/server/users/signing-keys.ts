import { createHash, createHmac, timingSafeEqual } from "node:crypto";

/** What a secret can do. `id` names it in public and says nothing about it. */
export type SigningKey = {
  readonly id: string;
  sign(text: string): string;
  /** Takes the same time whatever the signature is. */
  verifies(text: string, signature: string): boolean;
};

/** The keys of a server, newest first: the first signs, the others still are believed. */
export type SigningKeys = readonly [SigningKey, ...SigningKey[]];

const KEY_ID_CHARACTERS = 8;

export function createSigningKey(secret: string): SigningKey {
  const id = createHash("sha256").update(`toolweave key id:${secret}`).digest("hex").slice(0, KEY_ID_CHARACTERS);
  const digest = (text: string) => createHmac("sha256", secret).update(text).digest();
  return {
    id,
    sign: (text) => digest(text).toString("base64url"),
    verifies(text, signature) {
      const [wanted, given] = [digest(text), Buffer.from(signature, "base64url")];
      return given.length === wanted.length && timingSafeEqual(given, wanted);
    },
  };
}
