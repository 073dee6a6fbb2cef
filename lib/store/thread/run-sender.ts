import { isToolweaveError } from "@/lib/errors";
import type { GoingOnRun } from "@/lib/transport";
import { currentChoice, nextChoice, type RunChoice } from "../choice/run-choice";
import type { RunTarget } from "../choice/run-target";
import type { FrameBatcher } from "../frame-batcher";
import type { SessionEnvironment } from "../session-environment";
import { createActiveRun } from "./active-run";
import { type AnswerBatch, nextAnswers } from "./answer-batches";
import type { BrowserCalls } from "./browser-calls";
import { deliverAlone } from "./deliver-alone";
import { giveBack, giveBackLate } from "./give-back";
import { hasMessage, lastHuman } from "./messages/state-messages";
import { type OwnMessage, titleOf } from "./own-message";
import { createRefusedMessages } from "./refused-message";
import type { RunFollower } from "./run-follower";
import { problemOf } from "./run-problem";
import { continueRequest, inputRequest, resumeRequest } from "./run-request";
import { createRunStarter } from "./run-starter";
import { fail, showBranch, type ThreadModel } from "./thread-model";

const BUSY_RETRY_MS = 1_000;
const MAX_BUSY_RETRIES = 5;

export type RunSender = {
  /** The one place where something starts by itself. Does nothing while something goes on, or while the person must act first. */
  drain(): void;
  /** A message of the person, into the log; `drain` sends it. */
  addOwn(message: Omit<OwnMessage, "id">, id?: string): void;
  /** The queue's first, into the log before what is typed now; `drain` sends it. */
  promoteNext(): void;
  join(run: Pick<GoingOnRun, "runId" | "startKey">): void;
  /** After a failed run: from the last checkpoint, or with the same message again (same id) where nothing was kept. */
  goOn(): Promise<void>;
  /** Answers again what stands at the end of the branch that is shown. Resolves when it is over, with the error of a run that came to nothing. */
  answerAgain(choice: RunChoice): Promise<unknown>;
  /** The page shows another thread; what was executed for this one is still answered, once. */
  deliverDetached(): Promise<void>;
};

type Callbacks = {
  readonly refresh: () => Promise<void>;
  /** The server has set these keys of the thread's metadata. */
  readonly takeMetadata: (changes: Readonly<Record<string, unknown>>) => void;
};

/** Decides what runs next. */
export function createRunSender(
  model: ThreadModel,
  environment: SessionEnvironment,
  batcher: FrameBatcher,
  calls: BrowserCalls,
  follower: RunFollower,
  { refresh, takeMetadata }: Callbacks,
): RunSender {
  const { transport, target, clock, newId } = environment;
  const { view, outbox, questions, reviews } = model;
  const starter = createRunStarter(model, environment, batcher, calls, takeMetadata);
  const onRefusal = createRefusedMessages(model, environment, batcher, refresh);
  let busyRetries = 0;
  let isDelivering = false;
  /** With whom the unsent messages are on their way: the same key is the same request, whatever is chosen meanwhile. */
  let underWay: { readonly key: string; readonly choice: RunChoice } | undefined;

  function drain(): void {
    if (model.isDetached || model.isLoading || model.isStopping || model.isRewriting) return;
    if (model.run !== undefined || isBlockedBy(model) || model.isGone) return;
    if (!outbox.isRestored() || model.isWaitingForNetwork) return;
    for (let first = outbox.next(); first?.cancelsCalls; first = outbox.next()) promote(first.id);
    if (outbox.unsent().length > 0) {
      void sendInput();
      return;
    }
    const batch = nextAnswers(calls, questions);
    if (batch !== undefined) {
      void sendResume(batch);
      return;
    }
    const next = questions.isAny() || calls.isAny() ? undefined : outbox.next();
    if (next === undefined) return;
    promote(next.id);
    void sendInput();
  }

  /** Nobody is asked what a run on its way will close. The returned function asks again. */
  function hideAll(): () => void {
    reviews.cancel();
    const again = [questions.hideAll(), calls.hideAsked(), reviews.show];
    return () => {
      for (const ask of again) ask();
    };
  }

  /** From the queue into the log. */
  function promote(id: string): void {
    const item = outbox.remove(id);
    if (item !== undefined) addOwn(item, item.id);
  }

  function promoteNext(): void {
    const item = outbox.next();
    if (item !== undefined) promote(item.id);
  }

  function addOwn({ text, attachments }: Omit<OwnMessage, "id">, id = newId()): void {
    const message: OwnMessage = { id, text, attachments };
    outbox.addUnsent(message);
    view.addOwn(message);
  }

  async function sendInput(): Promise<void> {
    const messages = outbox.unsent();
    const key = outbox.sendKey();
    const active = createActiveRun(clock.now(), { startKey: key });
    const sent = underWay?.key === key ? underWay : { key, choice: nextChoice(model) };
    underWay = sent;
    let askAgain = () => {};
    outbox.setSending(true);
    void active.known.promise.then(() => outbox.setSending(false));
    await follower.follow({
      active,
      open: (options) =>
        starter.startWithThread(
          titleOf(messages[0] ?? { text: "" }),
          { choice: sent.choice, requestTo: (to) => inputRequest(to, messages, model), idempotencyKey: key },
          options,
        ),
      onBegin: () => {
        giveBack(model, questions.dropAnswers());
        askAgain = hideAll();
      },
      onAccepted: () => {
        calls.beginTurn(); // a new message closes what waits: on the server by its own hand, here now
        busyRetries = 0;
        showBranch(model, environment, undefined); // what a run adds is the newest
        model.rewrittenFrom = undefined;
        outbox.markSent(new Set(messages.map(({ id }) => id)));
      },
      onRefused: (error) => {
        askAgain();
        if (!isToolweaveError(error) || error.code !== "connection_lost") underWay = undefined;
        return onBusy(error) || onOffline(error) || onRefusal(error, messages);
      },
    });
  }

  async function sendResume({ resume, keys, questionIds, id }: AnswerBatch): Promise<void> {
    const { threadId } = model;
    if (threadId === undefined) return;
    const requestTo = (to: RunTarget) => resumeRequest(to, resume, model.isForked);
    let askAgain = () => {};
    await follower.follow({
      active: createActiveRun(clock.now(), { startKey: id }),
      open: (options) =>
        starter.start(threadId, { choice: currentChoice(model), requestTo, idempotencyKey: id }, options),
      onBegin: () => {
        askAgain = questions.hide(questionIds);
      },
      onAccepted: () => {
        busyRetries = 0;
        calls.markSent(keys);
        questions.markSent(questionIds);
      },
      onRefused: (error) => {
        askAgain();
        reviews.show();
        if (onBusy(error) || onOffline(error)) return true;
        if (!isToolweaveError(error) || error.code !== "interrupt_not_pending") return false;
        giveBackLate(model, questions.dropAnswers(), batcher);
        reviews.show();
        void refresh(); // somebody else answered: the state says what became of it
        return true;
      },
    });
  }

  /** Another run holds the thread: it is followed, and what we wanted to send waits for its end. */
  function onBusy(error: unknown): boolean {
    if (!isToolweaveError(error) || error.code !== "busy" || busyRetries >= MAX_BUSY_RETRIES) return false;
    busyRetries += 1;
    void refresh().then(() => {
      if (model.run === undefined && !model.isDetached) clock.setTimer(drain, BUSY_RETRY_MS);
    });
    return true;
  }

  /** It waits, in the words of the page, and goes out by itself. */
  function onOffline(error: unknown): boolean {
    if (!isToolweaveError(error) || error.code !== "connection_lost" || !environment.isOffline()) return false;
    model.isWaitingForNetwork = true;
    batcher.flushNow();
    return true;
  }

  function join(run: Pick<GoingOnRun, "runId" | "startKey">): void {
    const { threadId } = model;
    if (threadId === undefined) return;
    void follower.follow({
      active: createActiveRun(clock.now(), run),
      open: (options) => starter.join(threadId, run.runId, options),
      isJoined: true,
    });
  }

  async function goOn(): Promise<void> {
    const { threadId, state } = model;
    if (threadId === undefined || model.run !== undefined) return;
    const last = view.lastOwn() ?? lastHuman(state);
    const isKept = last === undefined || hasMessage(state, last.id);
    const canContinue = isKept && (state?.next.length ?? 0) > 0;
    if (!canContinue && last === undefined) return await refresh();
    const choice = canContinue ? currentChoice(model) : nextChoice(model);
    const requestTo = (to: RunTarget) =>
      canContinue || last === undefined ? continueRequest(to, model) : inputRequest(to, [last], model);
    const start = { choice, requestTo, idempotencyKey: newId() };
    await follower.follow({
      active: createActiveRun(clock.now(), { startKey: start.idempotencyKey }),
      open: (options) => starter.start(threadId, start, options),
      onAccepted: () => showBranch(model, environment, undefined),
      onRefused: (error) => {
        if (!onBusy(error)) fail(model, problemOf(error), "continue", batcher);
        return true;
      },
    });
  }

  async function answerAgain(choice: RunChoice): Promise<unknown> {
    const { threadId, checkpointId, isForked } = model;
    if (threadId === undefined) return undefined;
    const requestTo = (to: RunTarget) => continueRequest(to, { checkpointId, isForked });
    const start = { choice, requestTo, idempotencyKey: newId() };
    let refusal: unknown;
    let askAgain = () => {};
    await follower.follow({
      active: createActiveRun(clock.now(), { startKey: start.idempotencyKey }),
      open: (options) => starter.start(threadId, start, options),
      onBegin: () => {
        giveBack(model, questions.dropAnswers());
        askAgain = hideAll();
      },
      onAccepted: () => {
        calls.stop();
        showBranch(model, environment, undefined);
      },
      onRefused: (error) => {
        askAgain();
        refusal = error;
        return true;
      },
    });
    return refusal;
  }

  async function deliverDetached(): Promise<void> {
    const { threadId } = model;
    if (threadId === undefined || isDelivering) return; // what comes meanwhile goes out behind it
    isDelivering = true;
    for (let batch = calls.resume(); batch !== undefined; batch = calls.resume()) {
      const { id } = batch;
      const to = () => target(currentChoice(model));
      const isWanted = () => calls.resume()?.id === id;
      const isTaken = await deliverAlone({ transport, target: to, clock }, threadId, batch, model.isForked, isWanted);
      if (!isTaken) break;
      calls.markSent(batch.keys);
    }
    isDelivering = false;
  }

  return { drain, addOwn, promoteNext, join, goOn, answerAgain, deliverDetached };
}

/** What the person can neither repeat nor mend by a button is only told; what is queued waits for them all the same. */
function isBlockedBy({ problem, remedy }: Pick<ThreadModel, "problem" | "remedy">): boolean {
  return problem !== undefined && (remedy !== "read" || problem.canRetry);
}
