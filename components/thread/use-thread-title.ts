import { useAgent, useMessage, useMessages, useThreads } from "@/hooks";
import { useStrings } from "../ui/strings";

const MAX_TITLE_CHARACTERS = 80;

/** The title of the thread that is shown: its name, or until the list knows it the first message. */
export function useThreadTitle(): string {
  const strings = useStrings();
  const { threadId, isLoading } = useAgent();
  const { threads, isLoading: isListLoading } = useThreads();
  const first = useMessage(useMessages()[0] ?? "");
  const name = threads.find((thread) => thread.threadId === threadId)?.title;
  if (name) return name;
  if (first?.type === "human") return first.text.slice(0, MAX_TITLE_CHARACTERS);
  if (threadId === undefined) return strings.newThread;
  return isLoading || isListLoading ? strings.loadingThread : strings.untitled;
}
