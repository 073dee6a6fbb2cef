import type { FrameBatcher } from "../frame-batcher";
import type { SessionEnvironment } from "../session-environment";
import type { ThreadModel } from "../thread/thread-model";
import { type BranchActionsParts, createBranchActions } from "./branch-actions";
import { createBranchList } from "./branch-list";
import type { ThreadBranches } from "./thread-branches";

export function createBranches(
  model: ThreadModel,
  environment: SessionEnvironment,
  batcher: FrameBatcher,
  parts: BranchActionsParts,
  signal: AbortSignal,
): ThreadBranches {
  const branches = createBranchList(model, environment, batcher.flushNow, signal);
  const actions = createBranchActions(model, environment, batcher, branches, parts);
  return { ...actions, watch: branches.watch, refresh: branches.refresh, addEarlier: branches.addEarlier };
}
