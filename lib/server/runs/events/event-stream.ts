import { encodeSse, HEARTBEAT } from "@/lib/protocol";
import type { LogCursor } from "./event-log";

/** A quiet stream says so this often; proxies and clients take silence for death. */
export const HEARTBEAT_MS = 8_000;

const TRIMMED = JSON.stringify({
  error: "EventsGone",
  code: "events_gone",
  message: "This reader fell too far behind; the events it has not read are no longer kept. Read the thread's state.",
});

/**
 * The body of a run stream. Pull-based: nothing is read from the log before the socket wants it, so a slow reader
 * costs no memory. Ends when the run has settled. `onLeave` is called when the reader goes away before that, `onEnd` in both cases.
 */
export function createEventStream(
  cursor: LogCursor,
  { onLeave, onEnd }: { readonly onLeave?: (() => void) | undefined; readonly onEnd?: () => void } = {},
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let pending: ReturnType<LogCursor["next"]> | undefined;
  let heartbeat: NodeJS.Timeout | undefined;

  async function deliver(controller: ReadableStreamDefaultController<Uint8Array>): Promise<boolean> {
    pending ??= cursor.next(); // a heartbeat leaves it pending for the next pull
    const silence = Promise.withResolvers<undefined>();
    heartbeat = setTimeout(silence.resolve, HEARTBEAT_MS, undefined);
    const batch = await Promise.race([pending, silence.promise]);
    clearTimeout(heartbeat);
    if (batch) pending = undefined;
    const text = batch === undefined ? HEARTBEAT : batch.state === "trimmed" ? encodeSse("error", TRIMMED) : batch.text;
    if (text !== "") controller.enqueue(encoder.encode(text));
    if (batch !== undefined && batch.state !== "open") {
      controller.close();
      onEnd?.();
    }
    return text !== "" || batch?.state === "closed";
  }

  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        let isDelivered = false;
        while (!isDelivered) isDelivered = await deliver(controller); // a pull that gives nothing is never repeated
      },
      cancel() {
        clearTimeout(heartbeat);
        cursor.close();
        onLeave?.();
        onEnd?.();
      },
    },
    { highWaterMark: 0 },
  );
}

/** The stream of a run that settled so long ago that its events are gone: the client reads the state instead. */
export function createSettledStream(runId: string, errorJson: string | undefined): ReadableStream<Uint8Array> {
  const text =
    encodeSse("metadata", JSON.stringify({ run_id: runId, attempt: 1 })) +
    (errorJson === undefined ? "" : encodeSse("error", errorJson)) +
    encodeSse("end", "null");
  return new Blob([text]).stream();
}
