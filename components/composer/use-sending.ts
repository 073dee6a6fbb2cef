import { useEffect, useState } from "react";
import { useAgent, useDraft } from "@/hooks";
import type { Attachment } from "@/lib/protocol";
import type { Attaching } from "../attachments";

/** `waiting`: as soon as the files are on the server. `file-failed`: not before the person has looked at a file. */
export type SendingState = "ready" | "waiting" | "file-failed" | "refused";

/**
 * Sends what stands in the composer. The text leaves with the message, and its files with it; what cannot be sent is back.
 * Files that are still on their way hold the message; a change of the text takes the wish to send back, so that half a
 * sentence never goes out by itself.
 */
export function useSending(attaching: Attaching, isAnswer: boolean) {
  const { submit } = useAgent();
  const { text, setText } = useDraft();
  const [state, setState] = useState<SendingState>("ready");
  const { isPending, hasFailed, uploaded } = attaching;
  const files = isAnswer ? [] : attaching.files; // an answer is text; files stay for the next message
  const isEmpty = text.trim() === "" && files.length === 0;

  async function deliver(message: string, attachments: readonly Attachment[], putBack = () => {}): Promise<void> {
    setState("ready");
    try {
      await (attachments.length > 0 ? submit(message, attachments) : submit(message));
    } catch {
      // What was typed in the meantime stays, behind what could not be sent.
      setText((typed) => (typed === "" ? message : `${message}\n${typed}`));
      putBack();
      setState("refused");
    }
  }

  function send(): void {
    if (isEmpty) return;
    const hasFiles = files.length > 0;
    if (hasFiles && hasFailed) setState("file-failed");
    else if (hasFiles && isPending) setState("waiting");
    else {
      const putBack = hasFiles ? attaching.clear() : () => {};
      setText("");
      void deliver(text, hasFiles ? uploaded : [], putBack);
    }
  }

  const isDue = state === "waiting" && !isPending;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the last file has come to its end
  useEffect(() => {
    if (isDue) send();
  }, [isDue]);

  return {
    state: state === "file-failed" && !hasFailed ? "ready" : state,
    isEmpty,
    send,
    /** Sends an offered answer. */
    answer: (answer: string) => void deliver(answer, []),
    change: (changed: string) => {
      setText(changed);
      if (state === "waiting") setState("ready");
    },
    cancel: () => setState("ready"),
    text,
  };
}
