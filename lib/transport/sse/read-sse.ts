import { isToolweaveError, ToolweaveError } from "@/lib/errors";
import type { Clock } from "../clock";
import type { WakeSource } from "../wake";
import { createSseDecoder, type SseEvent } from "./sse-decoder";

export type SilenceRules = {
  readonly clock: Clock;
  /** No byte for this long: the connection is dead, whatever the socket says. */
  readonly maxSilenceMs: number;
  /** The page woke up after at least this much silence: the connection is not to be trusted. */
  readonly wakeSilenceMs: number;
  readonly wake: WakeSource;
};

/**
 * The events of a response body, those of each piece together; a step for nothing is not made. Comments count as signs of life. Rejects with `connection_lost` when the body breaks
 * off or falls silent. Leaving early cancels the body.
 */
export async function* readSse(
  body: ReadableStream<Uint8Array>,
  rules: SilenceRules,
  signal?: AbortSignal,
): AsyncGenerator<readonly SseEvent[]> {
  const decoder = createSseDecoder();
  const text = new TextDecoder("utf-8", { ignoreBOM: true });
  const reader = body.getReader();
  const cancel = () => void reader.cancel().catch(() => {}); // a body that is broken already has nothing to add
  const silence = watchSilence(rules, cancel);
  signal?.addEventListener("abort", cancel);
  try {
    for (;;) {
      const piece = await reader.read();
      signal?.throwIfAborted();
      silence.check();
      if (piece.done) break;
      silence.heard();
      const events = decoder.feed(text.decode(piece.value, { stream: true }));
      if (events.length > 0) yield events;
    }
    const rest = [...decoder.feed(text.decode()), ...decoder.end()];
    if (rest.length > 0) yield rest;
  } catch (error) {
    if (isToolweaveError(error)) throw error;
    throw new ToolweaveError("connection_lost", "The connection to the server broke off.", { cause: error });
  } finally {
    silence.stop();
    signal?.removeEventListener("abort", cancel);
    cancel();
  }
}

/** One timer for the whole stream: re-armed for the rest when it finds that something was heard meanwhile. */
function watchSilence({ clock, maxSilenceMs, wakeSilenceMs, wake }: SilenceRules, giveUp: () => void) {
  let heardAtMs = clock.now();
  let isSilent = false;
  const expire = () => {
    isSilent = true;
    stop();
    giveUp();
  };
  const arm = (delayMs: number): (() => void) =>
    clock.setTimer(() => {
      const restMs = heardAtMs + maxSilenceMs - clock.now();
      if (restMs <= 0) expire();
      else cancelTimer = arm(restMs);
    }, delayMs);
  let cancelTimer = arm(maxSilenceMs);
  const stopListening = wake(() => {
    if (clock.now() - heardAtMs >= wakeSilenceMs) expire();
  });
  const stop = () => {
    cancelTimer();
    stopListening();
  };
  return {
    heard: () => {
      heardAtMs = clock.now();
    },
    check: () => {
      if (isSilent) throw new ToolweaveError("connection_lost", "The connection to the server fell silent.");
    },
    stop,
  };
}
