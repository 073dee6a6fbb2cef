import type { ArgumentFault } from "@/lib/headless";
import type { JsonPath, PathState } from "@/lib/partial-json";
import type { Feedback, MessagesPage } from "@/lib/protocol";
import type { CallDecision } from "../agent-session-type";
import { createThreadBranches, type ThreadBranches } from "../branches/thread-branches";
import { nextChoice, type RunChoice } from "../choice/run-choice";
import { createFrameBatcher } from "../frame-batcher";
import { createFeedbackReader, feedbackChange } from "../metadata/feedback-of";
import { createThreadMetadata } from "../metadata/thread-metadata";
import type { DraftAttachment } from "../outbox/draft";
import type { InputPlace } from "../outbox/kept-input";
import type { Outbox } from "../outbox/outbox";
import type { SessionEnvironment } from "../session-environment";
import { createThreadElsewhere } from "../tabs/thread-elsewhere";
import { createThreadView } from "../view/thread-view";
import { createBrowserCalls } from "./browser-calls";
import { giveBackLate } from "./give-back";
import { createInterruptList } from "./interrupt-list";
import { type MessageHits, searchMessages, shownAt } from "./messages/message-search";
import { idsOf, messagesOf } from "./messages/state-messages";
import { isEmptyMessage, type OwnMessage } from "./own-message";
import { pendingInState } from "./pending-interrupts";
import { createQuestionList } from "./question-list";
import { createReviewCards, reviewDecision, reviewFaults } from "./review-cards";
import { createRunFollower } from "./run-follower";
import { createRunSender } from "./run-sender";
import { createThreadModel, toSessionState } from "./thread-model";
import { createThreadReader } from "./thread-reader";
import { createThreadRecovery } from "./thread-recovery";
import { createThreadStop } from "./thread-stop";

/** So many messages before one that is looked for come with it. */
const CONTEXT = 10;

/** One thread while it is shown. */
export type ThreadController = {
  /** Shows the thread, and sends what waits for it. */
  begin(): void;
  submit(message: Omit<OwnMessage, "id">, id?: string): void;
  stop(): Promise<void>;
  retry(): Promise<void>;
  editQueued(id: string, text: string): void;
  removeQueued(id: string): void;
  holdQueued(id: string, isHeld: boolean): void;
  setDraft(text: string, attachments: readonly DraftAttachment[] | undefined): void;
  keepInput(place: InputPlace, value: unknown): void;
  sendQueuedNow(id: string): Promise<void>;
  choose(choice: RunChoice): void;
  decide(callKey: string, decision: CallDecision): void;
  respondAll(values: ReadonlyMap<string, unknown>): void;
  argumentFaults(callKey: string, args: unknown): Promise<readonly ArgumentFault[]>;
  /** Goes on from the last checkpoint where something is left to do. */
  resume(): Promise<void>;
  loadEarlier(until?: number): Promise<void>;
  searchMessages(wanted: string, before?: string): Promise<MessageHits>;
  bringMessage(position: number): Promise<string | undefined>;
  /** Says something of a message, `undefined` takes it back; rejects when the server did not take it. */
  rate(messageKey: string, feedback: Feedback | undefined): Promise<void>;
  readonly branches: ThreadBranches;
  /** Tries a failed browser tool again whose answer could not be sent, or runs a failed call of the server again. */
  runAgain(callKey: string): Promise<void>;
  stateAt(callKey: string, path: JsonPath): PathState;
  toolsChanged(): void;
  /** What was kept in this browser is in the outbox now. */
  outboxRestored(): void;
  /** Another tab changed the outbox's draft. */
  draftTaken(): void;
  /** The thread was deleted: what is submitted belongs into another. */
  isGone(): boolean;
  threadId(): string | undefined;
  detach(): void;
};

/**
 * Puts the parts of a thread together, and takes what the person does. At most one run is followed; the sender's
 * `drain` alone decides what starts next.
 */
export function createThreadController(
  initialThreadId: string | undefined,
  outbox: Outbox,
  environment: SessionEnvironment,
): ThreadController {
  const { clock, newId } = environment;
  const view = createThreadView(() => clock.now());
  const questions = createQuestionList(newId, outbox);
  const reviews = createReviewCards(view, questions);
  const model = createThreadModel(initialThreadId, { view, outbox, questions, reviews }, environment);
  const life = new AbortController();
  const interrupts = createInterruptList();
  const feedbackOf = createFeedbackReader(model);
  const batcher = createFrameBatcher(
    () => {
      if (!model.isDetached) environment.show(toSessionState(model, calls, interrupts, feedbackOf));
    },
    clock,
    environment.requestFrame,
  );
  const metadata = createThreadMetadata(model, environment, batcher.flushNow, life.signal);
  const calls = createBrowserCalls(model, environment, batcher, {
    onReady: () => (model.isDetached ? void sender.deliverDetached() : sender.drain()),
    refresh: () => void reader.refresh(),
    look: async () => void (await reader.look()),
  });
  const follower = createRunFollower(model, environment, batcher, {
    readState: () => reader.readGoingOn(),
    onInterrupts: (interrupts, runId) => reader.takeInterrupts(interrupts, runId),
    onMissing: () => void elsewhere.confirmGone(),
    onSettled: () => {
      // Answers that are ready need not wait for the state; a message kept over a reload does: it may be there already.
      if (outbox.unsent().length === 0) sender.drain();
      batcher.flushNow();
      if (model.run === undefined) void reader.readState();
    },
  });
  const sender = createRunSender(model, environment, batcher, calls, follower, {
    refresh: () => reader.refresh(),
    takeMetadata: metadata.take,
  });
  const onRead = () => {
    sender.drain();
    void branches.refresh();
    if (!model.isLoading) elsewhere.catchUp();
  };
  const callbacks = {
    readMetadata: metadata.read,
    join: sender.join,
    onStopKept: (runId: string) => stops.deliver(runId),
    onRead,
    onEarlier: (page: MessagesPage) => branches.addEarlier(page),
    onMissing: () => void elsewhere.goAway(),
  };
  const reader = createThreadReader(model, environment, batcher, calls, callbacks, life.signal);
  const { refresh, readState } = reader;
  const stops = createThreadStop(model, environment, batcher, calls, { refresh, readState, drain: sender.drain });
  const { stop } = stops;
  const settle = async () => {
    if (model.run !== undefined || calls.areRunning()) await stop();
  };
  const leave = async () => {
    if (model.run !== undefined) return await stop();
    if (!calls.areRunning()) return;
    outbox.hold(true); // what is queued was not meant for another branch
    calls.setAside();
  };
  const isQuiet = () => model.run === undefined && !calls.isAny() && !questions.isAny();
  const wishes = { sender, readState, settle, leave, isQuiet };
  const branches = createThreadBranches(model, environment, batcher, wishes, life.signal);
  const recovery = createThreadRecovery(model, batcher, sender, reader);
  const elsewhere = createThreadElsewhere(
    model,
    environment,
    batcher,
    calls,
    { ...reader, readMetadata: metadata.read, stop },
    life.signal,
  );

  function submit({ text, attachments }: Omit<OwnMessage, "id">, id = newId()): void {
    if (isEmptyMessage({ text, attachments })) return;
    model.problem = undefined;
    outbox.hold(false);
    model.isWaitingForNetwork &&= environment.isOffline();
    const isUnready = model.isLoading || model.isRewriting || !outbox.isRestored() || model.isWaitingForNetwork;
    const isBusy = isUnready || model.run !== undefined || (calls.areRunning() && !calls.areAwaitingHuman());
    const isAnswer = (attachments ?? []).length === 0 && !model.isStopping && questions.answer(text);
    if (!isAnswer) {
      outbox.enqueue({ id, text, attachments, cancelsCalls: isBusy && calls.areAwaitingHuman() });
      if (!isBusy || model.isStopping) sender.promoteNext(); // what waited longer goes first
    }
    sender.drain();
    batcher.flushNow();
  }

  async function sendQueuedNow(id: string): Promise<void> {
    const item = outbox.remove(id);
    if (item === undefined) return;
    const isBusy = model.run !== undefined || calls.areRunning();
    const stopped = isBusy ? stop() : undefined;
    model.problem = undefined;
    model.isWaitingForNetwork = false;
    sender.addOwn(item, item.id);
    batcher.flushNow();
    await stopped;
    outbox.hold(false);
    sender.drain();
  }

  async function restoreOutbox(): Promise<void> {
    if (model.isDetached) return; // it is in the outbox when the thread is shown again
    const { state } = model;
    if (state !== undefined) {
      outbox.markSent(idsOf(messagesOf(state)));
      const pending = new Set(pendingInState(state).map(({ id }) => id));
      if (model.run === undefined && model.checkpointId === undefined)
        giveBackLate(model, questions.keepAnswersTo(pending), batcher);
    }
    questions.restored();
    reviews.show();
    // What was typed before the reload may stand among the messages that are not here.
    if (outbox.unsent().length > 0 && (model.loaded?.first ?? 0) > 0) await reader.loadEarlier(0).catch(() => {});
    showUnsent();
    stops.takeUp();
    sender.drain();
    batcher.flushNow();
  }

  function showUnsent(): void {
    for (const message of outbox.unsent()) view.addOwn(message);
  }

  return {
    begin: () => {
      life.signal.addEventListener("abort", environment.wake(recovery.comeBack), { once: true });
      elsewhere.begin();
      showUnsent();
      stops.takeUp();
      batcher.flushNow();
      if (model.threadId === undefined) sender.drain();
      else void reader.load();
    },
    submit,
    stop,
    retry: recovery.retry,
    editQueued: (id, text) => {
      outbox.edit(id, text);
      batcher.flushNow();
    },
    removeQueued: (id) => {
      outbox.remove(id);
      batcher.flushNow();
    },
    holdQueued: (id, isHeld) => {
      outbox.holdItem(id, isHeld);
      sender.drain();
      batcher.flushNow();
    },
    setDraft: (text, attachments) => {
      outbox.setDraft(text, attachments);
      batcher.flushNow();
    },
    keepInput: (place, value) => {
      outbox.keepInput(place, value);
      batcher.flushNow();
    },
    choose: (choice) => {
      model.chosen = { ...nextChoice(model), ...choice };
      environment.choiceStore.write(undefined, model.chosen);
      if (model.threadId !== undefined) environment.choiceStore.write(model.threadId, model.chosen);
      if (model.problem?.code === "unsupported") void recovery.retry(); // it may be what was chosen that the server refused
      batcher.flushNow();
    },
    sendQueuedNow,
    respondAll: (values) => {
      for (const { id } of interrupts(questions.open(), calls.pending())) {
        if (values.has(id)) questions.respond(id, values.get(id));
      }
      sender.drain();
      batcher.flushNow();
    },
    resume: recovery.resume,
    loadEarlier: reader.loadEarlier,
    searchMessages: (wanted, before) => searchMessages(model, environment.transport, wanted, before, life.signal),
    bringMessage: async (position) => {
      await reader.loadEarlier(Math.max(0, position - CONTEXT));
      return shownAt(model, position);
    },
    rate: (messageKey, feedback) => metadata.change(feedbackChange(model, messageKey, feedback)),
    branches,
    decide: (callKey, decision) => {
      const key = view.headlessKeyOf(callKey);
      if (key === undefined) return;
      if (questions.decide(key, reviewDecision(decision))) {
        reviews.show();
        sender.drain();
        batcher.flushNow();
      } else calls.decide(key, decision);
    },
    argumentFaults: async (callKey, args) => {
      const key = view.headlessKeyOf(callKey) ?? "";
      const review = reviews.find(key);
      if (review === undefined) return calls.faultsOf(key, args);
      return await reviewFaults(review, args);
    },
    runAgain: async (callKey) => {
      const key = view.headlessKeyOf(callKey);
      const mayBeOnItsWay = model.run !== undefined || model.isStopping;
      if (key === undefined || mayBeOnItsWay || !calls.retry(key)) return await branches.runAgain(callKey);
      model.problem = undefined;
      outbox.hold(false);
      batcher.flushNow();
    },
    stateAt: view.stateAt,
    toolsChanged: calls.toolsChanged,
    outboxRestored: () => void restoreOutbox(),
    draftTaken: batcher.flushNow,
    isGone: () => model.isGone,
    threadId: () => model.threadId,
    detach: () => {
      model.isDetached = true;
      outbox.releaseItems();
      batcher.stop();
      life.abort();
      calls.leave();
      void sender.deliverDetached(); // what is ready waited for the run to end, or for the network
      // What was just typed is on its way: it is left only when the server has it.
      const left = model.run;
      if (left !== undefined) void left.known.promise.then(() => left.abort.abort());
    },
  };
}
