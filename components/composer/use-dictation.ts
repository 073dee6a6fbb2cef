import { useCallback, useEffect, useRef, useState } from "react";
import { useChatRoot } from "../ui/chat-root";

/** What the browser's own speech recognition is, as far as it is used here; it has no types of its own. */
type Recognition = {
  continuous: boolean;
  interimResults: boolean;
  lang: string;
  start(): void;
  abort(): void;
  stop(): void;
  onresult: ((event: RecognitionEvent) => void) | null;
  onerror: ((event: { readonly error: string }) => void) | null;
  onend: (() => void) | null;
};
type RecognitionEvent = {
  readonly results: ArrayLike<{ readonly isFinal: boolean; readonly 0: { readonly transcript: string } }>;
};

export type Dictation = {
  /** False where the browser cannot; there is no button then. */
  readonly isAvailable: boolean;
  readonly isListening: boolean;
  /** It was refused, or there is no microphone, or no network for it. */
  readonly hasFailed: boolean;
  readonly start: () => void;
  readonly stop: () => void;
};

/** Writes what is spoken, where the browser recognises speech. `onWords` has all words since `start`, again and again as they become clearer. */
export function useDictation(onWords: (words: string) => void): Dictation {
  const [isAvailable, setIsAvailable] = useState(false);
  const [isListening, setIsListening] = useState(false);
  const [hasFailed, setHasFailed] = useState(false);
  const rootRef = useChatRoot();
  const recognition = useRef<Recognition | undefined>(undefined);
  const latest = useRef(onWords);
  latest.current = onWords;

  // After the first render, which is the same on the server.
  useEffect(() => {
    setIsAvailable(recognitionOf(window) !== undefined);
    return () => recognition.current?.abort();
  }, []);

  const start = useCallback(() => {
    const Kind = recognitionOf(window);
    if (Kind === undefined || recognition.current !== undefined) return;
    const started = new Kind();
    recognition.current = started;
    started.continuous = true;
    started.interimResults = true;
    started.lang = rootRef.current?.closest<HTMLElement>("[lang]")?.lang ?? "";
    started.onresult = ({ results }) =>
      latest.current(
        Array.from(results, (result) => result[0].transcript)
          .join("")
          .trimStart(),
      );
    started.onerror = ({ error }) => setHasFailed(error !== "aborted" && error !== "no-speech");
    started.onend = () => {
      recognition.current = undefined;
      setIsListening(false);
    };
    setHasFailed(false);
    setIsListening(true);
    started.start();
  }, [rootRef]);
  const stop = useCallback(() => recognition.current?.stop(), []);
  return { isAvailable, isListening, hasFailed, start, stop };
}

function recognitionOf(page: object): (new () => Recognition) | undefined {
  const found = "SpeechRecognition" in page ? page.SpeechRecognition : Reflect.get(page, "webkitSpeechRecognition");
  return typeof found === "function" ? (found as new () => Recognition) : undefined; // by the specification of the Web Speech API
}
