import type { AnswerEnd } from "@/lib/content";
import type { HeadlessCall } from "@/lib/headless";
import type { JsonValue } from "@/lib/partial-json";
import type { UsageMetadata } from "@/lib/protocol";
import type { ToolCallStream } from "@/lib/tool-calls";
import type { CallState, ChatMessage } from "../session-state";
import type { MessageMedia } from "./attached-media";
import type { CitationReader } from "./citations";
import type { ContentExtras } from "./content-extras";

/** A message in the making. Its key is the first id that was seen for it and never changes. */
export type MessageRecord = {
  readonly key: string;
  readonly type: ChatMessage["type"];
  text: string;
  reasoning: string;
  media: readonly MessageMedia[];
  extras: ContentExtras;
  /** Where its words name their sources; made with the first content block. */
  citationReader: CitationReader | undefined;
  /** When it was waited for and when it began and ended here; undefined where it came whole. */
  timing: { readonly waitedMs: number; readonly beganAtMs: number; readonly endedAtMs?: number } | undefined;
  usage: UsageMetadata | undefined;
  model: string | undefined;
  /** The task that it streams from; a provider that changes ids within a task goes on here. Undefined: it came whole. */
  readonly scope: string | undefined;
  /** The run that it was seen to come from. */
  readonly runId: string | undefined;
  /** Pieces may still come. */
  isOpen: boolean;
  /** The whole message came from the server: later pieces are repeats. */
  isSettled: boolean;
  isCutOff: boolean;
  /** Why it ended before it was whole, as its metadata says, or the Stop that was pressed here. */
  end: AnswerEnd | undefined;
  /** Typed on this page: it stays, whatever the server's state says. */
  readonly isOwn: boolean;
  /** Made for calls that wait although their message was not seen here; gone when it is. */
  readonly isStandIn: boolean;
  stream: ToolCallStream | undefined;
  calls: CallRecord[];
  shown: ChatMessage | undefined;
};

export type CallResult = NonNullable<CallState["result"]> & {
  readonly messageId: string;
  /** Our server's word for what went wrong. */
  readonly code: string | undefined;
  /** Our server's word: what the person made of the arguments. */
  readonly editedArgs: JsonValue | undefined;
  /** Our server's word: it was closed although its execution may have happened. */
  readonly mayHaveRun: boolean;
};

/** A call in the making: what the stream says of it, and what became of it. */
export type CallRecord = {
  readonly key: string;
  messageKey: string;
  /** What the stream of its message calls it. */
  streamKey: string;
  id: string;
  name: string;
  argsText: string;
  args: JsonValue | undefined;
  status: CallState["status"];
  fault: string | undefined;
  result: CallResult | undefined;
  headless: HeadlessCall | undefined;
  progress: string | number | undefined;
  /** What the running tool has given so far, oldest first. */
  outputs: unknown[];
  /** The tool threw, and nothing more has been said of it. */
  toolError: string | undefined;
  /** A tool event named it: the server runs it, whatever the stream of its message still says. */
  hasStarted: boolean;
  /** Its execution began in this browser, or in another one. */
  hasRun: boolean;
  /** What the end of the run made of a call that had no result by then. */
  ending: "failed" | "cancelled" | undefined;
  startedAtMs: number | undefined;
  settledAtMs: number | undefined;
  shown: CallState | undefined;
};
