/** A diagram as the frame drew it: XML, and its size in px. */
export type RawDrawing = {
  readonly svg: string;
  readonly width: number;
  readonly height: number;
  /** What its author calls it, and says of it, for those who do not see it; "" where nothing is said. */
  readonly title: string;
  readonly description: string;
};

/** What the frame says: that it can draw, or what came of a request. */
export type Reply =
  | { readonly kind: "ready" }
  | { readonly kind: "drawn"; readonly id: number; readonly drawing: RawDrawing }
  | { readonly kind: "wrong"; readonly id: number; readonly reason: string };

const MAX_SVG_CHARACTERS = 2_000_000;
const MAX_SIDE_PX = 100_000;
const MAX_WORDS = 300;

/** Reads a message of the frame, in which a diagram's source may have got the upper hand: undefined for anything unknown. */
export function readReply(data: unknown): Reply | undefined {
  if (typeof data !== "object" || data === null) return undefined;
  const { ready, id, error, svg, width, height, title, description } = data as Record<string, unknown>; // any keys: each is read below
  if (ready === true) return { kind: "ready" };
  if (typeof id !== "number") return undefined;
  if (typeof error === "string") return { kind: "wrong", id, reason: firstLine(error) };
  if (typeof svg !== "string" || svg.length > MAX_SVG_CHARACTERS || !isSide(width) || !isSide(height)) return undefined;
  return { kind: "drawn", id, drawing: { svg, width, height, title: words(title), description: words(description) } };
}

function isSide(value: unknown): value is number {
  return typeof value === "number" && value >= 1 && value <= MAX_SIDE_PX;
}

function words(value: unknown): string {
  return typeof value === "string" ? value.replace(/\s+/g, " ").trim().slice(0, MAX_WORDS) : "";
}

/** The library's errors show the place in the source on more lines; the source stands there already. */
function firstLine(error: string): string {
  return words(error.trim().split("\n")[0]).replace(/[.:]+$/, "");
}
