/** The comment that keeps an idle stream alive; a reader ignores it. */
export const HEARTBEAT = ": hb\n\n";

/**
 * One server-sent event in wire form. `data` is JSON text on one line (`JSON.stringify` never writes a raw line break).
 * Source: WHATWG HTML, server-sent events.
 */
export function encodeSse(event: string, data: string, id?: string): string {
  return id === undefined ? `event: ${event}\ndata: ${data}\n\n` : `event: ${event}\ndata: ${data}\nid: ${id}\n\n`;
}
