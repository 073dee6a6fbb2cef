import { useState } from "react";
import { useMessage } from "@/hooks";
import type { ChatMessage } from "@/lib/store";
import { Button } from "../../ui/button";
import { useStrings } from "../../ui/strings";

/**
 * The way back to the end, with a count of what is new since it was left: messages that came, and the one that was the
 * last then if it has grown. Mounted when the person leaves; re-renders for that one message alone.
 */
export function NewestButton({ lastSeen, count, onPress }: { lastSeen: string; count: number; onPress: () => void }) {
  const strings = useStrings();
  const message = useMessage(lastSeen);
  const size = sizeOf(message);
  const [sizeThen] = useState(size);
  const [hasGrown, setHasGrown] = useState(false);
  // While a call is written only its card grows, which the message's own size says nothing of.
  if (!hasGrown && (size > sizeThen || message?.isStreaming)) setHasGrown(true);
  const total = count + (hasGrown ? 1 : 0);
  return (
    <Button icon="chevron-down" onClick={onPress}>
      {total > 0 ? strings.newestWith(total) : strings.newest}
    </Button>
  );
}

function sizeOf(message: ChatMessage | undefined): number {
  if (message === undefined) return 0;
  const { text, reasoning, media, callKeys } = message;
  return text.length + reasoning.length + media.length + callKeys.length;
}
