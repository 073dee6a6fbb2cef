import { type ReactNode, useId } from "react";
import type { ChatMessage } from "@/lib/store";
import { CitedTextContext } from "../ui/cited-text";
import { MessageText } from "./message-text";
import { Sources } from "./sources";
import { useCitedText } from "./use-cited-text";

/**
 * The words of an answer with the marks of their sources, and once they are written the list of these; `children` stand
 * between. The same in the thread and within a call.
 */
export function AnswerText({ message, children }: { message: ChatMessage; children?: ReactNode }) {
  const sourcesId = `${useId()}-source-`;
  const cited = useCitedText(message, sourcesId);
  return (
    <>
      <CitedTextContext value={cited}>
        {message.text !== "" && (
          <MessageText text={message.text} isGrowing={message.isStreaming} isCut={message.end !== undefined} />
        )}
      </CitedTextContext>
      {children}
      {message.sources && !message.isStreaming && <Sources sources={message.sources} idPrefix={sourcesId} />}
    </>
  );
}
