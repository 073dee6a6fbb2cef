import { ToolweaveError } from "@/lib/errors";
import type { RawEvent } from "@/lib/protocol";

/** A framed event, and what a reader must know to resume after it. */
export type SseEvent = RawEvent & {
  /** False when `id` was inherited from an earlier event. */
  readonly hasOwnId: boolean;
  /** False when the stream ended before the event's empty line: the event may be cut. */
  readonly isTerminated: boolean;
};

export type SseDecoder = {
  /** Events that this text completes. Lines may be cut anywhere between two calls. */
  feed(text: string): SseEvent[];
  /** What was left without an empty line at the end of the stream: at most one event. */
  end(): SseEvent[];
};

const MAX_EVENT_CHARS = 64 * 1024 * 1024;

/**
 * Text into server-sent events: LF, CRLF and CR line ends, one byte order mark at the start, comments, several `data`
 * lines, ids that stay until the next. An event without a `data` line is not dispatched. `retry` is not used.
 * Costs in proportion to the text. Throws `stream_malformed` when one event passes `maxEventChars`.
 * Source: WHATWG HTML 9.2.6; delivering the unterminated last event is what LangGraph's own client does.
 */
export function createSseDecoder({ maxEventChars = MAX_EVENT_CHARS }: { maxEventChars?: number } = {}): SseDecoder {
  let isStart = true;
  let endedInCarriageReturn = false;
  let line = "";
  let event = "";
  let data: string | undefined;
  let eventChars = 0;
  let id = "";
  let hasOwnId = false;

  const takeEvent = (isTerminated: boolean): SseEvent | undefined => {
    const taken = data === undefined ? undefined : { event, data, id, hasOwnId, isTerminated };
    event = "";
    data = undefined;
    eventChars = 0;
    hasOwnId = false;
    return taken;
  };

  const readLine = (): void => {
    const colon = line.indexOf(":");
    if (colon === 0) return;
    const field = colon === -1 ? line : line.slice(0, colon);
    const start = colon === -1 ? line.length : line.charCodeAt(colon + 1) === SPACE ? colon + 2 : colon + 1;
    const value = line.slice(start);
    if (field === "data") data = data === undefined ? value : `${data}\n${value}`;
    else if (field === "event") event = value;
    else if (field === "id" && !value.includes("\0")) {
      id = value;
      hasOwnId = true;
    }
  };

  const grow = (text: string): void => {
    eventChars += text.length;
    if (eventChars > maxEventChars) {
      throw new ToolweaveError(
        "stream_malformed",
        `One event of the stream is longer than ${maxEventChars} characters.`,
      );
    }
    line += text;
  };

  const feed = (text: string): SseEvent[] => {
    const events: SseEvent[] = [];
    let position = 0;
    if (isStart && text !== "") {
      isStart = false;
      if (text.charCodeAt(0) === BYTE_ORDER_MARK) position = 1;
    }
    if (endedInCarriageReturn && position < text.length) {
      endedInCarriageReturn = false;
      if (text.charCodeAt(position) === LINE_FEED) position += 1;
    }
    let lineFeed = text.indexOf("\n", position);
    let carriageReturn = text.indexOf("\r", position);
    while (lineFeed !== -1 || carriageReturn !== -1) {
      const end =
        lineFeed === -1 ? carriageReturn : carriageReturn === -1 ? lineFeed : Math.min(lineFeed, carriageReturn);
      grow(text.slice(position, end));
      position = end + 1;
      if (end === carriageReturn) {
        if (position === text.length) endedInCarriageReturn = true;
        else if (text.charCodeAt(position) === LINE_FEED) position += 1;
      }
      if (line === "") {
        const taken = takeEvent(true);
        if (taken !== undefined) events.push(taken);
      } else readLine();
      line = "";
      if (lineFeed !== -1 && lineFeed < position) lineFeed = text.indexOf("\n", position);
      if (carriageReturn !== -1 && carriageReturn < position) carriageReturn = text.indexOf("\r", position);
    }
    grow(text.slice(position));
    return events;
  };

  const end = (): SseEvent[] => {
    if (line.startsWith("data")) readLine(); // a cut id would point to a wrong place; a cut value shows itself as broken JSON
    line = "";
    const taken = takeEvent(false);
    return taken === undefined ? [] : [taken];
  };

  return { feed, end };
}

const SPACE = 0x20;
const LINE_FEED = 0x0a;
const BYTE_ORDER_MARK = 0xfeff;
