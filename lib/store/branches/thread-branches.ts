import type { FrameBatcher } from "../frame-batcher";
import { createPart } from "../page/part";
import type { SessionEnvironment } from "../session-environment";
import { keepAsDraft } from "../thread/give-back";
import { problemOf } from "../thread/run-problem";
import { fail, type ThreadModel } from "../thread/thread-model";
import type { BranchActions, BranchActionsParts } from "./branch-actions";
import type { BranchList } from "./branch-list";

/** The branches of a thread, and what can be done with them. */
export type ThreadBranches = BranchActions & Pick<BranchList, "watch" | "refresh" | "addEarlier">;

const part = createPart(() => import("./create-branches"));

/** Branches whose code comes when somebody looks at them or writes a message anew. When it cannot be loaded the person is told. */
export function createThreadBranches(
  model: ThreadModel,
  environment: SessionEnvironment,
  batcher: FrameBatcher,
  parts: BranchActionsParts,
  signal: AbortSignal,
): ThreadBranches {
  let made: ThreadBranches | undefined;
  /** The text that is being put in the place of a message. */
  let rewriting: string | undefined;
  const make = ({ createBranches }: typeof import("./create-branches")) => {
    made ??= createBranches(model, environment, batcher, parts, signal);
    return made;
  };

  async function act(wish: (branches: ThreadBranches) => Promise<void>, lost?: string): Promise<void> {
    const ready = part.now();
    if (ready !== undefined) return await wish(make(ready));
    if (model.isRewriting) return;
    model.isRewriting = true; // what is sent meanwhile goes out behind it
    try {
      await part.load();
    } catch (error) {
      if (lost !== undefined) keepAsDraft(model, lost);
      if (!model.isDetached) fail(model, problemOf(error), "read", batcher);
    } finally {
      model.isRewriting = false;
    }
    const loaded = part.now();
    if (loaded !== undefined) await wish(make(loaded));
  }

  return {
    show: (checkpointId) => act((branches) => branches.show(checkpointId)),
    edit: async (messageKey, text) => {
      if (!model.isRewriting) {
        rewriting = text;
        return await act((branches) => branches.edit(messageKey, text), text);
      }
      if (text === rewriting) return; // a double click
      keepAsDraft(model, text);
      batcher.flushNow();
    },
    regenerate: (messageKey) => act((branches) => branches.regenerate(messageKey)),
    runAgain: (callKey) => act((branches) => branches.runAgain(callKey)),
    refresh: async () => await made?.refresh(),
    addEarlier: (page) => made?.addEarlier(page),
    watch: () => {
      let isOver = false;
      let end: (() => void) | undefined;
      const begin = (loaded: typeof import("./create-branches")) => {
        if (!isOver) end = make(loaded).watch();
      };
      const ready = part.now();
      if (ready !== undefined) begin(ready);
      else part.load().then(begin, () => {}); // without it no versions are shown
      return () => {
        isOver = true;
        end?.();
      };
    },
  };
}
