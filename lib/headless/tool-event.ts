/**
 * Where a headless call is, from the payload's arrival to the accepted answer; docs/architecture.md, browser tools.
 * `consent`, `click` and `interrupted` wait for the person, `elsewhere` and `unavailable` for another tab.
 */
export type HeadlessPhase =
  | "requested"
  | "unavailable"
  | "consent"
  | "claiming"
  | "elsewhere"
  | "interrupted"
  | "click"
  | "executing"
  | "executed"
  | "answered"
  | "cancelled";

/** How an execution ended: what the graph is told, before it is told. `editedArgs`: what it ran with, where the person changed the arguments. */
export type HeadlessOutcome =
  | { readonly type: "success"; readonly value: unknown; readonly editedArgs?: unknown }
  | {
      readonly type: "failure";
      readonly editedArgs?: unknown;
      readonly code:
        | "tool_failed"
        | "tool_declined"
        | "tool_timed_out"
        | "tool_cancelled"
        | "gesture_spent"
        | HeadlessRefusal;
      readonly message: string;
    };

/** Failures before or after the tool's own code. */
export type HeadlessRefusal = "tool_unavailable" | "tool_input_invalid" | "tool_output_invalid" | "too_large";

/** What `onTool` is told at every phase of every headless call of this page. */
export type ToolEvent = {
  readonly phase: HeadlessPhase;
  readonly name: string;
  readonly callId: string;
  readonly interruptId: string;
  readonly threadId: string;
  readonly runId: string | undefined;
  readonly outcome?: HeadlessOutcome;
  readonly progress?: string | number;
};
