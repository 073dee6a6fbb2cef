import { useEffect, useRef } from "react";
import { useMessage, useMessages } from "@/hooks";
import { useAnnounce } from "../../ui/announcer";
import { endOfSentences, plainWords } from "./spoken-words";

/** Between two announcements: a listener must be able to hear one out. */
const PAUSE_MS = 3_000;

/** Reads the answer that is being written to assistive technology, in finished sentences; never each piece. */
export function SpokenAnswer() {
  const announce = useAnnounce();
  const message = useMessage(useMessages().at(-1) ?? "");
  const spoken = useRef({ id: "", length: 0, atMs: Number.NEGATIVE_INFINITY });
  const isAnswer = message?.type === "ai";
  const id = message?.id ?? "";
  const text = isAnswer ? message.text : "";
  const isStreaming = isAnswer && message.isStreaming;

  useEffect(() => {
    const before = spoken.current;
    const isOther = before.id !== id;
    if (isOther && !isStreaming) return; // it was not written here: nobody waits for it
    if (isOther) spoken.current = { ...before, id, length: 0 };
    const { length } = spoken.current;
    const end = isStreaming ? length + endOfSentences(text.slice(length)) : text.length;
    if (end <= length) return;
    const say = () => {
      const words = plainWords(text.slice(spoken.current.length, end));
      spoken.current = { id, length: end, atMs: performance.now() };
      if (words !== "") announce(words);
    };
    const waitMs = spoken.current.atMs + PAUSE_MS - performance.now();
    if (waitMs <= 0) {
      say();
      return;
    }
    const timer = setTimeout(say, waitMs);
    return () => clearTimeout(timer);
  }, [id, text, isStreaming, announce]);
  return null;
}
