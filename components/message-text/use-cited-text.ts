import { useMemo } from "react";
import type { ChatMessage } from "@/lib/store";
import type { CitedText } from "../ui/cited-text";

const NONE = [] as const;

/** What the text of an answer names its sources with; undefined where it names none. */
export function useCitedText(message: ChatMessage, idPrefix: string): CitedText | undefined {
  const { sources = NONE, citations = NONE, numberedSources: numbered = NONE, isStreaming } = message;
  const withReturns = message.text.includes("\r\n") ? message.text : "";
  return useMemo(() => {
    if (citations.length === 0 && numbered.length === 0) return undefined;
    return {
      sources,
      citations:
        withReturns === "" ? citations : citations.map((one) => ({ ...one, at: placeIn(withReturns, one.at) })),
      numbered,
      // The list comes when the answer is written: it would be pushed down with every line.
      idPrefix: isStreaming ? undefined : idPrefix,
    };
  }, [sources, citations, numbered, withReturns, isStreaming, idPrefix]);
}

/** The text is drawn with `\n` for every line break. */
function placeIn(text: string, at: number): number {
  return text.slice(0, at).replaceAll("\r\n", "\n").length;
}
