/**
 * A random UUID, version 4. `crypto.randomUUID` is missing on insecure origins, `getRandomValues` never is.
 * Source: RFC 9562, 5.4.
 */
export function createUuid(fillRandom: (bytes: Uint8Array<ArrayBuffer>) => void = fillFromCrypto): string {
  const bytes = new Uint8Array(16);
  fillRandom(bytes);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

function fillFromCrypto(bytes: Uint8Array<ArrayBuffer>): void {
  globalThis.crypto.getRandomValues(bytes);
}
