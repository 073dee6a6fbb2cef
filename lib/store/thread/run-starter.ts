import type { RunRequest } from "@/lib/protocol";
import type { EventBatch } from "@/lib/transport";
import { metadataOf, type RunChoice } from "../choice/run-choice";
import type { RunTarget } from "../choice/run-target";
import type { FrameBatcher } from "../frame-batcher";
import type { SessionEnvironment } from "../session-environment";
import { followInTurn } from "../tabs/follow-in-turn";
import { firstCharacters } from "../view/well-formed";
import type { BrowserCalls } from "./browser-calls";
import type { FollowOptions } from "./run-follower";
import { sharedRequest } from "./run-request";
import type { ThreadModel } from "./thread-model";

const MAX_TITLE_CHARS = 80;
/** Of a run that was stopped before it was asked for. */
const NOTHING: RunEvents = { async *[Symbol.asyncIterator]() {} };

/** A run that is to be. */
export type RunStart = {
  readonly choice: RunChoice;
  readonly requestTo: (target: RunTarget) => RunRequest;
  /** The same key is the same run. */
  readonly idempotencyKey: string;
};

/** The events of a run, which is started or joined by the first step and followed as long as it is iterated. */
type RunEvents = AsyncIterable<EventBatch>;

/** Starts and joins runs on the server. */
export type RunStarter = {
  start(threadId: string, start: RunStart, options: FollowOptions): Promise<RunEvents>;
  /** Creates the thread when there is none yet; with the same id however often it is tried. */
  startWithThread(title: string, start: RunStart, options: FollowOptions): Promise<RunEvents>;
  join(threadId: string, runId: string, options: FollowOptions): RunEvents;
};

export function createRunStarter(
  model: ThreadModel,
  environment: SessionEnvironment,
  batcher: FrameBatcher,
  calls: BrowserCalls,
  /** The server has set these keys of the thread's metadata. */
  takeMetadata: (changes: Readonly<Record<string, unknown>>) => void,
): RunStarter {
  const { transport, target, clock, tabs, choiceStore } = environment;
  const shared = { transport, clock, turns: tabs.turns, isHidden: tabs.isHidden, asked: sharedRequest() };

  /** Once the server has the run, it remembers for the thread whom it went to. */
  function follow(
    threadId: string,
    to: RunTarget,
    choice: RunChoice,
    start: { readonly request: RunRequest; readonly idempotencyKey: string },
    options: FollowOptions,
  ): RunEvents {
    const onRun = (runId: string) => {
      takeMetadata(metadataOf(to));
      if (model.chosen === choice) {
        model.chosen = undefined; // not what was chosen since
        choiceStore.write(threadId, undefined);
      }
      options.onRun?.(runId);
    };
    return followInTurn(shared, { threadId, start, options: { ...options, onRun }, onLook: options.onLook });
  }

  return {
    async start(threadId, { choice, requestTo, idempotencyKey }, options) {
      const to = await target(choice);
      return follow(threadId, to, choice, { request: requestTo(to), idempotencyKey }, options);
    },

    async startWithThread(title, { choice, requestTo, idempotencyKey }, options) {
      model.threadId ??= model.outbox.newThreadId(); // at once: another thread may be shown while the server is asked
      const { threadId } = model;
      const to = await target(choice);
      const request = requestTo(to);
      if (!model.isCreated) {
        await transport.createThread({ threadId, metadata: { title: firstCharacters(title, MAX_TITLE_CHARS) } });
        model.isCreated = true;
        environment.onCreated(threadId, model.outbox);
        if (!model.isDetached) {
          calls.join();
          environment.onThreadId(threadId);
          batcher.flushNow();
        }
      }
      if (options.signal.aborted) return NOTHING;
      return follow(threadId, to, choice, { request, idempotencyKey }, options);
    },

    join: (threadId, runId, options) => followInTurn(shared, { threadId, runId, options, onLook: options.onLook }),
  };
}
