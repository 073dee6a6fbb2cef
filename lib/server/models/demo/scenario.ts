/**
 * What a scenario is. To add one, write a file in a folder of `scenarios/` and name it in `scenario-list.ts`:
 *
 * ```ts
 * export const greeting: Scenario = {
 *   name: "greeting",
 *   shows: "a friendly word",
 *   example: "Good morning",
 *   tools: [],
 *   play: (question) => (/^good morning/i.test(question) ? [{ text: "Good morning to you." }] : undefined),
 * };
 * ```
 */
export type Scenario = {
  readonly name: string;
  /** For the list of what the demo model can show: a few words that end the sentence "Try this, it shows …". */
  readonly shows: string;
  /** A message that this scenario answers. */
  readonly example: string;
  /** The tools it calls; an agent without them never gets this scenario. */
  readonly tools: readonly string[];
  /**
   * Reads the person's message. `undefined`: it is not for this scenario. Otherwise what the model does: the first step
   * at once, the next one when the tools of the first have answered, and so on. Must depend on the message alone.
   */
  readonly play: (question: string) => readonly Step[] | undefined;
};

/** One answer of the model, or a function that makes it from what the tools said so far. */
export type Step = Answer | ((results: readonly ToolResult[]) => Answer);

/** What the model produces in one go, in this order: reasoning, text, tool calls. */
export type Answer = {
  readonly reasoning?: string;
  readonly text?: string;
  /** Where its words come from: each stands behind the first occurrence of `words` in the text. */
  readonly citations?: readonly Citation[];
  readonly calls?: readonly PlannedCall[];
  /** Why the model stopped, as a provider says it. Default: `tool_calls` or `stop`. */
  readonly finishReason?: string;
  /** Ends the answer with an error instead, as a provider would, after the text. */
  readonly failure?: Error;
};

export type Citation = { readonly words: string; readonly url: string; readonly title: string };

/** A tool call as the model writes it. */
export type PlannedCall = { readonly name: string; readonly args: Readonly<Record<string, unknown>> };

/** What a tool answered, in the order of the calls. `value` is the text read as JSON, or the text itself. */
export type ToolResult = {
  readonly tool: string;
  readonly isError: boolean;
  readonly text: string;
  readonly value: unknown;
};
