// @vitest-environment jsdom
import { afterEach, expect, it, vi } from "vitest";
import { eventually, mountChat, type } from "../test-support/mount-chat";

afterEach(() => vi.unstubAllGlobals());

/** A browser's recogniser as the page sees it: the test speaks. */
function provideSpeech() {
  const started: Recogniser[] = [];
  class Recogniser {
    onresult: ((event: unknown) => void) | null = null;
    onerror: ((event: unknown) => void) | null = null;
    onend: (() => void) | null = null;
    start() {
      started.push(this);
    }
    stop() {
      this.onend?.();
    }
    abort() {
      this.onend?.();
    }
    hear(...transcripts: string[]) {
      this.onresult?.({ results: transcripts.map((transcript) => ({ isFinal: true, 0: { transcript } })) });
    }
  }
  vi.stubGlobal("webkitSpeechRecognition", Recogniser);
  return started;
}

const silent = () => {};

it("what is spoken goes behind what is typed, and is not sent by itself", async () => {
  const started = provideSpeech();
  const { field, find, transport } = await mountChat(silent);
  type(field, "Please");
  const button = await find("button", "Speak the message");
  button.click();
  started[0]?.hear("tell me", " a story");
  await eventually(() => expect(field.value).toBe("Please tell me a story"));
  (await find("button", "Stop listening")).click();
  await find("button", "Speak the message");
  expect(transport.started).toHaveLength(0);
});

it("says why nothing was heard, and keeps what was typed", async () => {
  const started = provideSpeech();
  const { field, find } = await mountChat(silent);
  type(field, "Please");
  (await find("button", "Speak the message")).click();
  started[0]?.onerror?.({ error: "not-allowed" });
  started[0]?.onend?.();
  await find('[role="alert"]', /Nothing could be heard/);
  expect(field.value).toBe("Please");
});

it("there is no microphone button where the browser recognises no speech", async () => {
  const { host } = await mountChat(silent);
  expect(host.querySelector('button[aria-label="Speak the message"]')).toBeNull();
});
