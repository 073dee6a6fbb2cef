import type { JsonPath, JsonValue } from "./json-value";
import { OpenContainer } from "./open-container";

/** No place among the open containers. */
const NONE = -1;

/** The open containers, each in the one before. */
export class OpenPath {
  readonly #containers: OpenContainer[] = [];
  /** The place of a wide array among them: what is open in it is not shown. */
  #wideDepth = NONE;

  get depth(): number {
    return this.#containers.length;
  }

  get innermost(): OpenContainer | undefined {
    return this.#containers[this.#containers.length - 1];
  }

  open(isArray: boolean): void {
    this.#containers.push(new OpenContainer(isArray));
  }

  /** The value of the innermost container, whose closing bracket has come. */
  close(): JsonValue | undefined {
    const container = this.#containers.pop();
    if (this.depth === this.#wideDepth) this.#wideDepth = NONE;
    return container?.close();
  }

  /** Adds a value to the innermost container; false if none is open. */
  closeChild(value: JsonValue): boolean {
    const container = this.innermost;
    if (container === undefined) return false;
    container.closeChild(value);
    if (this.#wideDepth === NONE && container.isWide) this.#wideDepth = this.depth - 1;
    return true;
  }

  /** What the containers and the open scalar in the innermost show; undefined if nothing is open. */
  show(scalar: JsonValue | undefined): JsonValue | undefined {
    const wideDepth = this.#wideDepth;
    let shown = scalar;
    for (let depth = wideDepth === NONE ? this.depth - 1 : wideDepth; depth >= 0; depth--) {
      const container = this.#containers[depth];
      shown = depth === wideDepth ? container?.showWide() : container?.show(shown);
    }
    return shown;
  }

  /** Nothing more comes: what a wide array keeps back can be shown. */
  showAll(): void {
    this.#wideDepth = NONE;
  }

  /** Whether the part at `path` is one of the containers or the open scalar in the innermost. */
  leadsTo(path: JsonPath, scalar: JsonValue | undefined): boolean {
    const openParts = this.depth + (scalar === undefined ? 0 : 1);
    return path.length < openParts && path.every((step, depth) => step === this.#containers[depth]?.openStep);
  }
}
