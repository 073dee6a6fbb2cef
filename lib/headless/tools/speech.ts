import { speak } from "../contract";
import { gestureSpent, unavailable } from "./unavailable";

/** Speaks with a voice of the device; ends when the last word was spoken, or the call is cancelled. */
export const speakTool = speak.implement(async ({ text, language }, { signal }) => {
  const speech = globalThis.speechSynthesis;
  if (speech === undefined || typeof SpeechSynthesisUtterance === "undefined") {
    throw unavailable("This browser cannot read aloud.");
  }
  await new Promise<void>((resolve, reject) => {
    const utterance = new SpeechSynthesisUtterance(text);
    if (language !== undefined) utterance.lang = language;
    utterance.onend = () => resolve();
    utterance.onerror = ({ error }) =>
      reject(
        error === "not-allowed" ? gestureSpent(error) : unavailable(`This device could not read aloud (${error}).`),
      );
    signal.addEventListener("abort", () => {
      speech.cancel();
      reject(signal.reason);
    });
    speech.speak(utterance);
  });
  return { spoken_characters: text.length };
});
