import { useEffect, useState } from "react";
import { type AttachedFile, useAgent, useDraft } from "@/hooks";
import type { Attachment } from "@/lib/protocol";
import type { Attaching } from "../attachments";

/** `waiting`: as soon as the files are on the server. `file-failed`: not before the person has looked at a file. */
export type SendingState = "ready" | "waiting" | "file-failed" | "refused";

/**
 * Sends what stands in the composer. The text leaves with the message, and its files with it; what cannot be sent is back.
 * Files that are still on their way hold the message; one that is added meanwhile stays for the next. A change of the text
 * takes the wish to send back, so that half a sentence never goes out by itself.
 */
export function useSending(attaching: Attaching, isAnswer: boolean) {
  const { submit } = useAgent();
  const { text, setText } = useDraft();
  const [state, setState] = useState<SendingState>("ready");
  /** The files of the message that waits. */
  const [awaited, setAwaited] = useState<readonly string[]>([]);
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

  function send(own: readonly AttachedFile[] = files): void {
    if (text.trim() === "" && own.length === 0) return;
    const ids = own.map(({ id }) => id);
    if (own.some(({ state: { status } }) => status === "failed")) setState("file-failed");
    else if (own.some(isPending)) {
      setAwaited(ids);
      setState("waiting");
    } else {
      const putBack = own.length > 0 ? attaching.clear(ids) : () => {};
      setText("");
      void deliver(text, own.flatMap(uploadOf), putBack);
    }
  }

  const awaitedFiles = files.filter(({ id }) => awaited.includes(id));
  const isDue = state === "waiting" && !awaitedFiles.some(isPending);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the last file has come to its end
  useEffect(() => {
    if (!isDue) return;
    if (awaitedFiles.length > 0) send(awaitedFiles);
    else setState("ready"); // they were taken out, or another thread is shown
  }, [isDue]);

  return {
    state: state === "file-failed" && !attaching.hasFailed ? "ready" : state,
    isEmpty,
    send: () => send(),
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

function isPending({ state: { status } }: AttachedFile): boolean {
  return status === "uploading" || status === "waiting";
}

function uploadOf({ state }: AttachedFile): Attachment[] {
  return state.status === "uploaded" ? [state.attachment] : [];
}
