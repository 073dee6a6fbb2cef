import { useEffect, useRef } from "react";
import { IconButton } from "../ui/button";
import { useStrings } from "../ui/strings";
import { useDictation } from "./use-dictation";

/** Speaks into the draft, behind what stands there; nothing in a browser that recognises no speech. */
export function MicrophoneButton({
  text,
  setText,
  onFailed,
}: {
  text: string;
  setText: (text: string) => void;
  onFailed: (hasFailed: boolean) => void;
}) {
  const strings = useStrings();
  const before = useRef("");
  const { isAvailable, isListening, hasFailed, start, stop } = useDictation((words) =>
    setText(before.current === "" ? words : `${before.current} ${words}`),
  );
  useEffect(() => onFailed(hasFailed), [hasFailed, onFailed]);
  if (!isAvailable) return null;
  return (
    <IconButton
      icon="microphone"
      label={isListening ? strings.stopListening : strings.speak}
      aria-pressed={isListening}
      className={isListening ? "tw:text-live" : ""}
      onClick={() => {
        if (isListening) {
          stop();
          return;
        }
        before.current = text.trimEnd();
        start();
      }}
    />
  );
}
