import { cleanSvg } from "./clean-svg";
import type { DiagramTheme } from "./diagram-theme";
import { type DrawingFrame, openDrawingFrame } from "./drawing-frame";
import type { RawDrawing } from "./read-reply";

/** A diagram to be drawn. */
export type Wanted = { readonly source: string; readonly theme: DiagramTheme };

export type Outcome =
  | { readonly kind: "drawn"; readonly drawing: RawDrawing }
  /** The library said so in its own words; "" where it said nothing. */
  | { readonly kind: "wrong"; readonly reason: string }
  | { readonly kind: "slow" | "long" | "unavailable" };

const MAX_SOURCE_CHARACTERS = 50_000;
const DRAW_TIMEOUT_MS = 10_000;
/** A frame with the library costs memory; a thread with many diagrams, or a change of colours, needs it again soon. */
const IDLE_MS = 20_000;
const MAX_KEPT = 40;

/**
 * Draws diagrams, one after the other, in one frame for all of a chat: opened for the first of them, closed when none is
 * wanted any more. A diagram that takes too long ends its frame, and the next one gets another. What was drawn is kept.
 */
export function createDrawingRoom(host: HTMLElement, url: string) {
  const kept = new Map<string, Outcome>();
  let frame: DrawingFrame | undefined;
  let queue: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  let lastId = 0;
  let idle: ReturnType<typeof setTimeout> | undefined;

  const closeFrame = () => {
    frame?.close();
    frame = undefined;
  };

  const drawNow = async ({ source, theme }: Wanted): Promise<Outcome> => {
    if (frame?.isOpen() !== true) {
      closeFrame();
      frame = await openDrawingFrame(host, url);
    }
    if (frame === undefined) return { kind: "unavailable" };
    lastId += 1;
    const id = lastId;
    const isOurs = (reply: { kind: string; id?: number }) => reply.id === id;
    const reply = await frame.ask({ id, source, theme }, isOurs, DRAW_TIMEOUT_MS);
    if (reply?.kind === "wrong") return { kind: "wrong", reason: reply.reason };
    if (reply?.kind === "drawn") {
      const svg = cleanSvg(reply.drawing.svg);
      return svg === undefined ? { kind: "wrong", reason: "" } : { kind: "drawn", drawing: { ...reply.drawing, svg } };
    }
    const wasClosed = !frame.isOpen();
    closeFrame();
    return wasClosed ? { kind: "unavailable" } : { kind: "slow" };
  };

  const keep = (key: string, outcome: Outcome) => {
    if (outcome.kind === "unavailable") return; // another time it may be there
    kept.set(key, outcome);
    const [oldest] = kept.keys();
    if (kept.size > MAX_KEPT && oldest !== undefined) kept.delete(oldest);
  };

  return {
    /** What came of it before, if that is still known. */
    recall: (wanted: Wanted): Outcome | undefined => kept.get(keyOf(wanted)),
    /** Undefined when it was called off before its turn. */
    draw: (wanted: Wanted, signal: AbortSignal): Promise<Outcome | undefined> => {
      if (wanted.source.length > MAX_SOURCE_CHARACTERS) return Promise.resolve({ kind: "long" });
      clearTimeout(idle);
      waiting += 1;
      const turn = queue.then(async () => {
        const key = keyOf(wanted);
        const known = kept.get(key);
        if (known !== undefined || signal.aborted) return known;
        const outcome = await drawNow(wanted);
        keep(key, outcome);
        return outcome;
      });
      const end = () => {
        waiting -= 1;
        if (waiting === 0) idle = setTimeout(closeFrame, IDLE_MS);
      };
      queue = turn.then(end, end);
      return turn;
    },
  };
}

export type DrawingRoom = ReturnType<typeof createDrawingRoom>;

function keyOf(wanted: Wanted): string {
  return JSON.stringify(wanted);
}
