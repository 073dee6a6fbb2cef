import type fc from "fast-check";

/**
 * Leaves out texts with a key (or an item) that begins with an escape. Once an object with the key `\` exists, V8 13.6
 * reads the escape of another key in its place as that key: after `JSON.parse('{"":0,"\\\\":1}')`,
 * `JSON.parse('{"":0,"\\"":1}')` has the key `\` too. So `JSON.parse`, and what is built on it, cannot judge them.
 */
export function soundOracle(texts: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return texts.filter((text) => !/[{,]\s*"\\/.test(text));
}
