import type { HeadlessPage, ToolEvent, ToolRegistry } from "@/lib/headless";
import type { Clock, Transport, WakeSource } from "@/lib/transport";
import type { BranchStore } from "./branches/branch-store";
import type { ChoiceStore } from "./choice/choice-store";
import type { FindTarget } from "./choice/run-target";
import type { RequestFrame } from "./frame-batcher";
import type { Outbox } from "./outbox/outbox";
import type { Part } from "./page/part";
import type { SessionState } from "./session-state";
import type { Tabs } from "./tabs/tabs";

/** What the graph wrote to its stream writer, with the namespace of the scope it came from. */
export type CustomEvent = { readonly namespace: readonly string[]; readonly data: unknown };

/** What a session gives the thread that it shows. */
export type SessionEnvironment = {
  readonly transport: Transport;
  readonly target: FindTarget;
  readonly clock: Clock;
  /** The other tabs of this browser, and whether somebody looks at this one. */
  readonly tabs: Tabs;
  /** There is surely no network. */
  readonly isOffline: () => boolean;
  /** Calls back when the network may be there again. */
  readonly wake: WakeSource;
  readonly newId: () => string;
  readonly requestFrame: RequestFrame | undefined;
  readonly registry: ToolRegistry;
  /** Executes browser tools; loaded when the first is asked for. */
  readonly page: Part<HeadlessPage>;
  /** What was chosen in this browser, kept over a reload. */
  readonly choiceStore: ChoiceStore;
  /** The branch that is shown of each thread, kept over a reload. */
  readonly branchStore: BranchStore;
  /** Notifies once. */
  readonly show: (state: Omit<SessionState, "revision">) => void;
  /** The thread of this outbox exists now. */
  readonly onCreated: (threadId: string, outbox: Outbox) => void;
  /** A new thread that is not shown any more could not be created: its messages wait for the next new thread. */
  readonly onLeftBehind: (outbox: Outbox) => void;
  readonly onThreadId: (threadId: string) => void;
  readonly onTool: (event: ToolEvent) => void;
  readonly onCustomEvent: (event: CustomEvent) => void;
};
