import type { ThreadState } from "@/lib/protocol";
import { agentStatus } from "../agent-status";
import { nextChoice, type RunChoice } from "../choice/run-choice";
import type { FrameBatcher } from "../frame-batcher";
import type { FeedbackReader } from "../metadata/feedback-of";
import type { Outbox } from "../outbox/outbox";
import type { SessionEnvironment } from "../session-environment";
import type { MessageBranches, RunProblem, SessionState } from "../session-state";
import type { ThreadView } from "../view/thread-view";
import type { ActiveRun } from "./active-run";
import type { BrowserCalls } from "./browser-calls";
import type { InterruptList } from "./interrupt-list";
import type { MessageRange } from "./messages/message-range";
import type { QuestionList } from "./question-list";
import type { ReviewCards } from "./review-cards";

/** What `retry` does after a problem. */
export type Remedy = "load" | "read" | "rejoin" | "continue" | "send";

/** What the parts of a thread's controller share. At most one run is followed at a time: `run`. */
export type ThreadModel = {
  readonly view: ThreadView;
  readonly outbox: Outbox;
  readonly questions: QuestionList;
  readonly reviews: ReviewCards;
  threadId: string | undefined;
  /** False until the server has the thread. */
  isCreated: boolean;
  isLoading: boolean;
  isStopping: boolean;
  /** The page shows something else: nothing is shown or begun any more. */
  isDetached: boolean;
  run: ActiveRun | undefined;
  reconnect: SessionState["reconnect"];
  problem: RunProblem | undefined;
  remedy: Remedy;
  /** The newest state that was read. */
  state: ThreadState | undefined;
  /** The messages of `state`, with those before them that were loaded. */
  loaded: MessageRange | undefined;
  isLoadingEarlier: boolean;
  /** The checkpoint at which the branch that is shown ends, and the next run begins; undefined for the newest. */
  checkpointId: string | undefined;
  /** Undefined until the state behind the newest run has been read. */
  newestCheckpointId: string | undefined;
  branches: ReadonlyMap<string, MessageBranches>;
  /** The keys of failed calls of the server that can be run again. */
  rerunnable: ReadonlySet<string>;
  /** What the server keeps beside the state, with what is on its way there. */
  metadata: Readonly<Record<string, unknown>>;
  /** Whom the person wants to be answered by, not sent yet. */
  chosen: RunChoice | undefined;
  /** Of the thread's last run, as `metadata` says. */
  lastChoice: RunChoice | undefined;
  readonly defaultChoice: RunChoice | undefined;
  /** Runs of the thread have begun at earlier checkpoints, as far as this page knows. */
  isForked: boolean;
  /** A message is about to be written anew: what is sent meanwhile waits. */
  isRewriting: boolean;
  /** What is shown is still of the branch before. */
  isOtherBranch: boolean;
  /** Where a message was written anew: the branch that was shown before, until the server has the new text. */
  rewrittenFrom: { readonly checkpointId: string | undefined } | undefined;
  /** Without a network nothing is sent until it is back. */
  isWaitingForNetwork: boolean;
  /** The thread was deleted. */
  isGone: boolean;
  /** The newest run of the thread that this page knows of. */
  newestRunId: string | undefined;
  /** The run whose connection was given up. */
  brokenRunId: string | undefined;
};

export function createThreadModel(
  threadId: string | undefined,
  parts: Pick<ThreadModel, "view" | "outbox" | "questions" | "reviews">,
  { choiceStore, branchStore }: Pick<SessionEnvironment, "choiceStore" | "branchStore">,
): ThreadModel {
  const checkpointId = threadId === undefined ? undefined : branchStore.read(threadId);
  return {
    ...parts,
    threadId,
    isCreated: threadId !== undefined,
    isLoading: threadId !== undefined,
    isStopping: false,
    isDetached: false,
    run: undefined,
    reconnect: undefined,
    problem: undefined,
    remedy: "send",
    state: undefined,
    loaded: undefined,
    isLoadingEarlier: false,
    checkpointId,
    newestCheckpointId: undefined,
    branches: new Map(),
    rerunnable: new Set(),
    metadata: {},
    lastChoice: undefined,
    chosen: threadId === undefined ? undefined : choiceStore.read(threadId),
    defaultChoice: choiceStore.read(undefined),
    isForked: checkpointId !== undefined,
    isRewriting: false,
    isOtherBranch: false,
    rewrittenFrom: undefined,
    isWaitingForNetwork: false,
    isGone: false,
    newestRunId: undefined,
    brokenRunId: undefined,
  };
}

/** From here on the branch that ends at this checkpoint is shown, `undefined`: the thread's newest. */
export function showBranch(
  model: ThreadModel,
  { branchStore }: Pick<SessionEnvironment, "branchStore">,
  checkpointId: string | undefined,
): void {
  if (model.checkpointId === checkpointId) return;
  model.checkpointId = checkpointId;
  model.isForked ||= checkpointId !== undefined;
  if (model.threadId !== undefined) branchStore.write(model.threadId, checkpointId);
}

/** Shows a problem. The queue waits until the person acts; where only the network is missing, until that is back. */
export function fail(model: ThreadModel, problem: RunProblem, remedy: Remedy, batcher: FrameBatcher): void {
  model.problem = problem;
  model.remedy = remedy;
  if (problem.code !== "connection_lost") model.outbox.hold(true);
  batcher.flushNow();
}

/** What the page is shown now. */
export function toSessionState(
  model: ThreadModel,
  calls: BrowserCalls,
  interrupts: InterruptList,
  feedbackOf: FeedbackReader,
): Omit<SessionState, "revision"> {
  const { view, outbox, run, problem, reconnect } = model;
  const questions = model.questions.open();
  const queue = outbox.queue();
  // what was kept in this browser is still being read: then it goes out by itself
  const isOnItsWay = queue.length > 0 && !outbox.isRestored();
  view.setMayContinue(run !== undefined || model.isLoading || model.questions.isAny() || calls.isAny());
  const messageIds = view.publish();
  return {
    messageIds,
    messages: view.messages,
    calls: view.calls,
    threadId: model.threadId,
    runId: run?.runId,
    isLoading: model.isLoading,
    earlierCount: model.loaded?.first ?? 0,
    isLoadingEarlier: model.isLoadingEarlier,
    questions,
    interrupts: interrupts(questions, calls.pending()),
    ...view.projections(),
    branches: model.branches,
    rerunnable: model.rerunnable,
    checkpointId: model.checkpointId,
    choice: nextChoice(model),
    feedback: feedbackOf(model.metadata, messageIds),
    queue,
    draft: outbox.draft(),
    inputs: outbox.inputs(),
    isWaitingForNetwork: model.isWaitingForNetwork,
    problem,
    reconnect,
    runStartedAtMs: run?.startedAtMs,
    status: agentStatus({
      hasProblem: problem !== undefined,
      isStopping: model.isStopping || run?.isStoppedElsewhere === true,
      isReconnecting: reconnect !== undefined,
      isAwaitingHuman: model.questions.isAny() || calls.areAwaitingHuman(),
      isRunningTool: run === undefined ? calls.areRunning() : calls.areExecuting(),
      run: run?.hasEvents ? "streaming" : run !== undefined || isOnItsWay ? "submitting" : "none",
    }),
  };
}
