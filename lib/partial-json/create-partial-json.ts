import type { JsonPath, JsonValue, PathState } from "./json-value";
import { Reader } from "./reader";

export type PartialJsonOptions = {
  /** How deep arrays and objects may nest. Default 1000. */
  maxDepth?: number;
  /** How many bytes of UTF-8 the text may have. Default 64 MiB. */
  maxBytes?: number;
};

export type PartialJson = {
  /** Reads on. Never throws; after a fault that leaves no meaning, and after `finish`, it does nothing. */
  feed(text: string): void;
  /** Says that no more text comes: sets `error` if the text is not exactly one JSON value. */
  finish(): void;
  /** What the text says so far; undefined before it says anything. Treat it as frozen: later snapshots share its parts. */
  readonly value: JsonValue | undefined;
  /** Whether the part at `path` is shown, and whether it is closed. `[]` is the whole. */
  stateAt(path: JsonPath): PathState;
  /** Why the text is not, or can no longer become, one JSON value, or which bound it passed. The first reason stays. */
  readonly error: string | undefined;
  /** The value's last character was read. A number at the end of the text is complete only after `finish`. */
  readonly isComplete: boolean;
};

const DEFAULT_MAX_DEPTH = 1000;
/** What `maxBytes` is unless it is given. */
export const DEFAULT_MAX_BYTES = 64 * 1024 * 1024;

/**
 * Reads JSON that arrives in pieces and shows at any time the value that it says so far.
 *
 * The laws; each has a property test that cites its number:
 * 1. At the end the value equals `JSON.parse` of the whole text, and `error` is set exactly where that throws.
 * 2. The value after any text is the same however the text was cut.
 * 3. Strings only grow by appending; arrays only append or change their last item; objects only add or change their
 *    last key; a type never changes. Except: a number at the end of the text may change until it is closed, and a
 *    repeated key replaces its value once (the last wins), when its new value begins.
 * 4. `true`, `false` and `null` appear whole or not at all; a number at the end of the text is shown and is `growing`.
 * 5. A part that did not change is the same reference (`===`) in the next snapshot.
 * 6. A cut escape or half a surrogate pair is held back, never shown broken, and nothing that was shown disappears.
 * 7. Every path has a state: `absent`, `growing`, `complete`.
 * 8. `__proto__`, `constructor` and their like are ordinary own keys.
 * 9. Depth and size are bounded; past a bound `error` is set, the value stays as it is and nothing more is read.
 * 10. `feed` costs in proportion to its text; reading `value` in proportion to the depth of the open place and the
 *     width of the containers that changed. No regular expressions, no recursion.
 *
 * The view is lenient where the meaning is plain: a raw control character in a string, or an escape that JSON does not
 * know, sets `error` and is shown as it stands. docs/invariants.md lists where the view differs from LangChain's.
 */
export function createPartialJson(options: PartialJsonOptions = {}): PartialJson {
  if (specimens.length === 0) specimens.push(createSpecimen());
  return new Reader(options.maxDepth ?? DEFAULT_MAX_DEPTH, options.maxBytes ?? DEFAULT_MAX_BYTES);
}

/**
 * One reader that is never let go. V8 throws compiled code away when a garbage collection finds no object left of a
 * shape that the code was compiled for; without it every message after a pause would start cold (4 to 15 times slower).
 */
const specimens: Reader[] = [];

function createSpecimen(): Reader {
  const reader = new Reader(DEFAULT_MAX_DEPTH, DEFAULT_MAX_BYTES);
  reader.feed('[1.5,true,{"text":"\\u0041');
  return reader;
}
