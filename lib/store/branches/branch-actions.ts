import { currentChoice, nextChoice } from "../choice/run-choice";
import type { FrameBatcher } from "../frame-batcher";
import type { SessionEnvironment } from "../session-environment";
import { keepAsDraft } from "../thread/give-back";
import { isEmptyMessage } from "../thread/own-message";
import { problemOf } from "../thread/run-problem";
import type { RunSender } from "../thread/run-sender";
import { fail, showBranch, type ThreadModel } from "../thread/thread-model";
import { attachmentsOf } from "../view/attached-media";
import type { BranchList } from "./branch-list";

/** What a person does with the branches of a thread. Each first stops what runs. While a message is written anew, another wish of that kind is left out. */
export type BranchActions = {
  /**
   * Shows the branch that ends at a checkpoint, `undefined` the newest; what is sent next goes on from there. A browser tool
   * that runs, with no run beside it, is given up and asked about when its branch comes back.
   */
  show(checkpointId: string | undefined): Promise<void>;
  /** Puts another text in the place of a message of the person; the former stays as a branch. A text that cannot stand there goes into the draft. */
  edit(messageKey: string, text: string): Promise<void>;
  /** Lets the agent answer again, given its answer or what it answered; the former answer stays as a branch. */
  regenerate(messageKey: string): Promise<void>;
  /**
   * Runs a server tool's call again that failed, with the other calls of its message, from before they ran, and goes on from
   * their results; the former stay as a branch. Nothing while something goes on or waits.
   */
  runAgain(callKey: string): Promise<void>;
};

export type BranchActionsParts = {
  readonly sender: RunSender;
  readonly readState: () => Promise<void>;
  /** Nothing goes on, and nothing waits for anybody. */
  readonly isQuiet: () => boolean;
  /** Resolves at once when nothing runs. */
  readonly settle: () => Promise<void>;
  /** As `settle`, but calls of this browser that wait for nobody else are left as they are, to be taken up again. */
  readonly leave: () => Promise<void>;
};

/** A checkpoint, and how what came after it leaves the view. */
type Before = { readonly checkpointId: string; readonly leave: () => void };

export function createBranchActions(
  model: ThreadModel,
  environment: SessionEnvironment,
  batcher: FrameBatcher,
  branches: BranchList,
  { sender, readState, settle, leave, isQuiet }: BranchActionsParts,
): BranchActions {
  async function show(checkpointId: string | undefined): Promise<void> {
    await leave();
    const isNewest = checkpointId === undefined || checkpointId === (await newestCheckpointId());
    await leave(); // something may have begun meanwhile
    if (model.threadId === undefined || model.isDetached) return;
    model.rewrittenFrom = undefined;
    showBranch(model, environment, isNewest ? undefined : checkpointId);
    model.isOtherBranch = true;
    await readState();
    await branches.refresh();
  }

  async function newestCheckpointId(): Promise<string | undefined> {
    const { threadId } = model;
    if (model.newestCheckpointId !== undefined || threadId === undefined) return model.newestCheckpointId;
    const asked = environment.transport.getState(threadId, undefined, { lastMessages: 1 });
    const state = await asked.catch(() => undefined); // what cannot be read now is told when it is read to be shown
    return state?.checkpoint?.checkpoint_id ?? undefined;
  }

  /** Goes back to the checkpoint that `find` names; false when that cannot be, which the person is told, or may not be by then. */
  async function goBack(find: () => Promise<Before>, mayGo: () => boolean): Promise<boolean> {
    model.isRewriting = true;
    try {
      const { checkpointId, leave } = await find();
      if (model.isDetached || !mayGo()) return false;
      model.problem = undefined;
      model.outbox.hold(false);
      leave();
      showBranch(model, environment, checkpointId);
      return true;
    } catch (error) {
      if (!model.isDetached) fail(model, problemOf(error), "read", batcher);
      return false;
    } finally {
      model.isRewriting = false;
    }
  }

  /** Leaves only what stands before the message. */
  const goBefore = (messageKey: string, what: "message" | "answer") =>
    goBack(
      async () => {
        await settle();
        const { key, parentId } = await branches.find(messageKey, what);
        return { checkpointId: parentId, leave: () => model.view.cut(key) };
      },
      () => model.run === undefined,
    );

  /** Leaves what stands before the results of a call's message. */
  const goBeforeResult = (callKey: string) =>
    goBack(async () => {
      const checkpointId = await branches.findCall(callKey);
      return { checkpointId, leave: () => model.view.reopenCalls(callKey) };
    }, isQuiet);

  /** What is shown is again what it was, and the person is told why. */
  async function comeBack(refusal: unknown, before: string | undefined): Promise<void> {
    if (refusal === undefined || model.isDetached) return;
    showBranch(model, environment, before);
    model.isOtherBranch = true;
    fail(model, problemOf(refusal), "read", batcher);
    await readState();
  }

  return {
    show,
    edit: async (messageKey, text) => {
      const attachments = attachmentsOf(model.view.messages.get(messageKey)?.media ?? []); // its own: they stay with it
      if (isEmptyMessage({ text, attachments }) || model.isRewriting) return;
      const { checkpointId } = model;
      if (await goBefore(messageKey, "message")) {
        model.rewrittenFrom ??= { checkpointId };
        sender.addOwn({ text, attachments });
      } else keepAsDraft(model, text);
      sender.drain();
      batcher.flushNow();
    },
    regenerate: async (messageKey) => {
      if (model.isRewriting) return;
      const before = model.checkpointId;
      if (!(await goBefore(messageKey, "answer"))) return sender.drain();
      await comeBack(await sender.answerAgain(nextChoice(model)), before);
    },
    runAgain: async (callKey) => {
      if (model.isRewriting || !isQuiet()) return;
      const before = model.checkpointId;
      if (!(await goBeforeResult(callKey))) return sender.drain();
      await comeBack(await sender.answerAgain(currentChoice(model)), before);
    },
  };
}
