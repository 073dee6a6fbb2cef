/** One call's entry: that a page has the claim, began to execute, or what came out. Written before anything is sent. */
export type JournalEntry = {
  /** Thread, interrupt and call: a call that comes again under a new interrupt is another call. */
  readonly key: string;
  readonly threadId: string;
  readonly interruptId: string;
  readonly callId: string;
  /** The page that claimed the call; the claim is this string's. */
  readonly holder: string;
  readonly state:
    | { readonly type: "held" }
    | { readonly type: "started" }
    /** `isStopped`: the person stopped it; it is not sent by itself. `mayHaveRun`: its execution had begun by then. */
    | {
        readonly type: "executed";
        readonly answer: unknown;
        readonly isStopped: boolean;
        readonly mayHaveRun?: boolean;
      };
  /** The arguments that the person put in place of the model's. */
  readonly edit?: { readonly args: unknown };
  /** ISO 8601. */
  readonly writtenAt: string;
};

/** What was executed here, kept over reloads and seen by every tab of this browser. Methods may reject; the executor goes on without. */
export type Journal = {
  entriesOf(threadId: string): Promise<readonly JournalEntry[]>;
  write(entry: JournalEntry): Promise<void>;
  remove(keys: readonly string[]): Promise<void>;
};

/** The person's lasting yes to a tool (`ask-once`). */
export type ConsentMemory = {
  has(name: string): Promise<boolean>;
  remember(name: string): Promise<void>;
  revoke(name: string): Promise<void>;
  /** Names of tools, in alphabetical order. */
  list(): Promise<readonly string[]>;
};

export function journalKey(threadId: string, interruptId: string, callId: string): string {
  return JSON.stringify([threadId, interruptId, callId]);
}
