import { useAgent, useMessage, useMessages, useQuestions } from "@/hooks";
import type { ChatMessage } from "@/lib/store";
import type { IconName } from "../ui/icon";
import type { StatusTone } from "../ui/status-mark";
import { type Strings, useStrings } from "../ui/strings";

export type RunStatus = {
  readonly tone: StatusTone;
  readonly icon: IconName;
  readonly words: string;
  /** A sentence more, where a word is not enough; the line is then a banner. */
  readonly detail?: string;
  readonly hasClock?: boolean;
};

/** What is to be said about the run: of all that holds, the most urgent. */
export function useRunStatus(): RunStatus {
  const strings = useStrings();
  const { status, reconnect, problem, threadId } = useAgent();
  const isAsked = useQuestions().length > 0;
  const newest = useMessage(useMessages().at(-1) ?? "");
  const isServerEnd = problem?.code === "server_stopped";
  const isUnread = useMessages().length === 0 && threadId !== undefined;
  const wordsOfRun = wordsOf(problem?.code, strings);
  const problemWords = isUnread ? strings.threadNotLoaded : wordsOfRun;
  if (isServerEnd) return { tone: "quiet", icon: "alert", words: strings.serverStopped, detail: strings.keptSoFar };
  if (problem) return { tone: "error", icon: "alert", words: problemWords, detail: problem.message };
  switch (status) {
    case "error":
      return { tone: "error", icon: "alert", words: strings.runStopped };
    case "stopping":
      return { tone: "quiet", icon: "live", words: strings.stopping, hasClock: true };
    case "reconnecting": {
      const next = reconnect ? ` ${strings.nextTryIn(Math.ceil(reconnect.waitMs / 1000))}` : "";
      return {
        tone: "waiting",
        icon: "retry",
        words: `${strings.reconnecting}.`,
        detail: `${strings.runGoesOn}${next}`,
      };
    }
    case "awaiting-human":
      if (isAsked) return { tone: "consent", icon: "decision", words: strings.agentAsks };
      return { tone: "consent", icon: "decision", words: strings.toolWaits, detail: strings.sendingCancels };
    case "running-client-tool":
      return { tone: "live", icon: "tab", words: strings.inThisTab, hasClock: true };
    case "submitting":
      return { tone: "live", icon: "live", words: strings.sending, hasClock: true };
    case "streaming":
      return { tone: "live", icon: "live", words: writingWords(newest, strings), hasClock: true };
    case "idle":
      if (newest?.end !== undefined) return { tone: "quiet", icon: "off", words: strings.answerEnds[newest.end] };
      return { tone: "quiet", icon: "ring", words: strings.ready };
    default:
      return status satisfies never;
  }
}

/** Where the server has refused a message, no run has begun. */
const UNSENT: ReadonlySet<string> = new Set(["rate_limited", "unauthenticated", "too_large"]);

function wordsOf(code: string | undefined, strings: Strings): string {
  if (code === "not_found") return strings.notFound;
  return UNSENT.has(code ?? "") ? strings.notSent : strings.runStopped;
}

/** What is being written: the newest message's text or tool calls; once that is complete, the server is at work. */
function writingWords(newest: ChatMessage | undefined, strings: Strings): string {
  if (newest?.type !== "ai" || newest.callKeys.length === 0) return strings.writing;
  return newest.isStreaming ? strings.writingCalls(newest.callKeys.length) : strings.onTheServer;
}
