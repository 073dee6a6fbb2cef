import { ToolweaveError } from "@/lib/errors";
import {
  type ArgumentFault,
  type HeadlessCall,
  type HeadlessExecutor,
  isAwaitingPerson,
  type PendingCall,
  type ResumeBatch,
} from "@/lib/headless";
import type { CallDecision } from "../agent-session-type";
import type { FrameBatcher } from "../frame-batcher";
import type { SessionEnvironment } from "../session-environment";
import { createElsewhereWatch } from "./elsewhere-watch";
import { problemOf } from "./run-problem";
import { fail, type ThreadModel } from "./thread-model";

/** The thread's calls in this browser: its side of the page's executor. */
export type BrowserCalls = {
  /** Joins the executor of the model's thread; before that there are no calls. */
  join(): void;
  request(pending: readonly PendingCall[], isComplete: boolean): void;
  /** An older version of the thread is shown: it waits for nothing, and nothing of the newest is forgotten. */
  setAside(): void;
  isAny(): boolean;
  /** The calls that wait for an answer. */
  pending(): readonly PendingCall[];
  /** Something in this browser, or in another tab, goes on without the person. */
  areRunning(): boolean;
  /** A tool's own code runs in this tab. */
  areExecuting(): boolean;
  /** A call waits for the person, or for a tab that has its tool. */
  areAwaitingHuman(): boolean;
  resume(): ResumeBatch | undefined;
  markSent(keys: readonly string[]): void;
  /** What is on its way will close what waits for the person: nobody is asked. The returned function asks again. */
  hideAsked(): () => void;
  stop(): void;
  /** A new turn begins: nothing waits any more, and what was answered is over. */
  beginTurn(): void;
  /** In the same tick: a tool may need the click that led here. Throws `tool_input_invalid` for arguments that do not fit. */
  decide(key: string, decision: CallDecision): void;
  faultsOf(key: string, args: unknown): readonly ArgumentFault[];
  /** Tries a failed call again whose answer is not on its way; false where that cannot be. */
  retry(key: string): boolean;
  toolsChanged(): void;
  leave(): void;
};

export function createBrowserCalls(
  model: ThreadModel,
  environment: SessionEnvironment,
  batcher: FrameBatcher,
  { onReady, refresh, look }: { onReady: () => void; refresh: () => void; look: () => Promise<void> },
): BrowserCalls {
  let executor: HeadlessExecutor | undefined;
  let detach: (() => void) | undefined;
  let isRequesting = false;
  let isHidden = false;
  /** Asked for while the executor is still being loaded. */
  let waiting: readonly PendingCall[] = [];
  const calls = () => executor?.calls() ?? [];
  const isAsked = ({ state }: HeadlessCall) => isAwaitingPerson(state) || state.phase === "unavailable";
  const areElsewhere = () => !model.isDetached && calls().some(({ state }) => state.phase === "elsewhere");
  const watch = createElsewhereWatch(environment.clock, environment.tabs.isHidden, areElsewhere, look);

  function show(call: HeadlessCall): void {
    if (model.isDetached) return;
    const isClosing = isHidden && isAsked(call);
    model.view.setHeadless(isClosing ? { ...call, state: { phase: "cancelled" } } : call, false);
    if (call.state.phase === "elsewhere") watch.begin();
    if (call.progress === undefined) batcher.flushNow();
    else batcher.schedule();
  }

  function hide(call: HeadlessCall): void {
    if (model.isDetached) return;
    if (call.state.phase !== "answered") model.view.setHeadless(call, true); // an answer is shown until its ToolMessage comes
    batcher.flushNow();
    if (!isRequesting) refresh(); // another session of this page read that it is over
  }

  function join(): void {
    const { threadId } = model;
    if (executor !== undefined || threadId === undefined) return;
    executor = environment.page.now()?.executorFor(threadId);
    detach = executor?.attach({
      tools: environment.registry,
      claim: (interruptId, holder) => environment.transport.claimInterrupt(threadId, interruptId, holder),
      onChange: show,
      onGone: hide,
      onTool: environment.onTool,
      onReady,
      refresh,
    });
  }

  function request(pending: readonly PendingCall[], isComplete: boolean): void {
    join();
    if (executor === undefined) {
      waiting = isComplete ? pending : [...waiting, ...pending];
      if (waiting.length > 0) void summon();
      return;
    }
    waiting = [];
    isRequesting = true;
    executor.request(pending, { isComplete });
    isRequesting = false;
  }

  function setAside(): void {
    waiting = [];
    isRequesting = true;
    executor?.setAside();
    isRequesting = false;
  }

  async function summon(): Promise<void> {
    let failure: unknown;
    await environment.page.load().catch((error: unknown) => {
      failure = error;
    });
    const asked = waiting;
    waiting = [];
    if (model.isDetached || asked.length === 0) return;
    if (failure === undefined) request(asked, false);
    else fail(model, problemOf(failure), "read", batcher); // what is read then asks for them again
  }

  function stop(): void {
    waiting = [];
    isHidden = false;
    executor?.stop();
  }

  function setHidden(isNow: boolean): void {
    if (isHidden === isNow) return;
    isHidden = isNow;
    for (const call of calls()) if (isAsked(call)) show(call);
  }

  function decide(key: string, decision: CallDecision): void {
    if (isHidden) return;
    switch (decision.type) {
      case "approve":
        executor?.approve(key);
        break;
      case "decline":
        executor?.decline(key, decision.reason);
        break;
      case "edit": {
        const [fault] = executor?.faultsOf(key, decision.args) ?? [];
        if (fault !== undefined)
          throw new ToolweaveError("tool_input_invalid", `${fault.path.join(".")}: ${fault.message}`);
        executor?.approve(key, { args: decision.args });
        break;
      }
      case "respond":
        throw new TypeError("A browser tool is approved, edited or declined; nobody answers in its place");
    }
  }

  return {
    join,
    request,
    setAside,
    pending: () => [
      ...waiting,
      ...calls().flatMap(({ pending, state }) => (state.phase === "answered" ? [] : [pending])),
    ],
    isAny: () => waiting.length > 0 || calls().length > 0,
    areRunning: () => waiting.length > 0 || calls().some(({ state }) => RUNNING.has(state.phase)),
    areExecuting: () => calls().some(({ state }) => state.phase === "executing"),
    areAwaitingHuman: () => !isHidden && calls().some(isAsked),
    resume: () => executor?.resume(),
    markSent: (keys) => executor?.markSent(keys),
    hideAsked: () => {
      setHidden(true);
      return () => setHidden(false);
    },
    stop,
    beginTurn: () => {
      stop();
      isRequesting = true;
      executor?.forgetAnswered();
      isRequesting = false;
    },
    decide,
    faultsOf: (key, args) => executor?.faultsOf(key, args) ?? [],
    retry: (key) => {
      const isPossible = calls().some((call) => call.key === key && call.canRetry);
      if (isPossible) executor?.retry(key);
      return isPossible;
    },
    toolsChanged: () => executor?.toolsChanged(),
    leave: () => {
      watch.end();
      detach?.();
    },
  };
}

const RUNNING: ReadonlySet<HeadlessCall["state"]["phase"]> = new Set([
  "requested",
  "claiming",
  "executing",
  "executed",
  "elsewhere",
]);
