import type { z } from "zod";

/** Who decides that a browser tool may run. `ask-once` asks the first time and remembers the yes for this tool. */
export type Consent = "auto" | "ask" | "ask-once";

/** The rules a headless tool runs under. */
export type HeadlessPolicy = {
  readonly consent: Consent;
  /** From the start of the execution; then it is aborted and answered with an error. */
  readonly timeoutMs: number;
  /** True when running twice does no harm; only then is an unfinished execution repeated after a reload. */
  readonly idempotent: boolean;
  /** True when the browser's API works only right after a click; the tool then runs from a click on its card. */
  readonly needsGesture: boolean;
};

/** What an implementation is given besides its arguments. */
export type HeadlessContext = {
  readonly signal: AbortSignal;
  readonly callId: string;
  readonly threadId: string;
  /** A short sentence or a share from 0 to 1, shown on the call's card. */
  reportProgress(progress: string | number): void;
};

/**
 * The shared half of a browser tool: name, description and schemas, known to server and browser alike.
 * The server registers it without code (`registerHeadless`), the browser adds the code (`implement`).
 */
export type HeadlessContract<Name extends string, Input extends z.ZodType, Output extends z.ZodType> = {
  readonly name: Name;
  /** What a person reads on the card's head, for example "Your location". */
  readonly title: string;
  /** For the model: what the tool does and when to call it. */
  readonly description: string;
  /** For the person, in one sentence, on the consent card: why the agent wants this. */
  readonly reason: string;
  /** The same with the final arguments, where they say more than `reason`. */
  readonly preview: ((args: z.output<Input>) => string) | undefined;
  readonly input: Input;
  readonly output: Output | undefined;
  readonly policy: HeadlessPolicy;
  implement(
    execute: (args: z.output<Input>, context: HeadlessContext) => Promise<z.input<Output>> | z.input<Output>,
  ): HeadlessTool<Name, Input, Output>;
};

/** A contract with its code: what a browser registers. */
export type HeadlessTool<
  Name extends string = string,
  Input extends z.ZodType = z.ZodType,
  Output extends z.ZodType = z.ZodType,
> = {
  readonly contract: Omit<HeadlessContract<Name, Input, Output>, "implement">;
  /** Arguments are already validated by the contract's input schema. */
  execute(args: z.output<Input>, context: HeadlessContext): Promise<unknown> | unknown;
};

/** A timer that should wait longer fires at once. */
const MAX_TIMEOUT_MS = 2_147_483_647;
const DEFAULT_POLICY: HeadlessPolicy = { consent: "ask", timeoutMs: 60_000, idempotent: false, needsGesture: false };

/**
 * Declares a browser tool once, for both sides. Types flow from the zod schemas.
 * Default policy: ask each time, 60,000 ms, not idempotent, no gesture.
 * Throws a TypeError when the name is not one that every provider accepts (letters, digits, `_`, `-`, 1 to 64 characters),
 * and for a time that a browser's timer cannot wait (1 to 2,147,483,647 ms, about 24 days).
 */
export function defineHeadlessTool<
  const Name extends string,
  Input extends z.ZodType<unknown, Readonly<Record<string, unknown>>>,
  Output extends z.ZodType = z.ZodUnknown,
>(definition: {
  name: Name;
  title: string;
  description: string;
  reason: string;
  input: Input;
  output?: Output;
  policy?: Partial<HeadlessPolicy>;
  preview?: (args: z.output<Input>) => string;
}): HeadlessContract<Name, Input, Output> {
  if (!/^[A-Za-z0-9_-]{1,64}$/.test(definition.name)) {
    throw new TypeError(
      `defineHeadlessTool: "${definition.name}" is not a tool name; use 1 to 64 letters, digits, "_" or "-"`,
    );
  }
  const policy = { ...DEFAULT_POLICY, ...definition.policy };
  if (!(policy.timeoutMs >= 1 && policy.timeoutMs <= MAX_TIMEOUT_MS)) {
    throw new TypeError(
      `defineHeadlessTool: timeoutMs of "${definition.name}" is ${policy.timeoutMs}; use 1 to ${MAX_TIMEOUT_MS} milliseconds`,
    );
  }
  const shared = {
    name: definition.name,
    title: definition.title,
    description: definition.description,
    reason: definition.reason,
    input: definition.input,
    output: definition.output,
    preview: definition.preview,
    policy,
  };
  return { ...shared, implement: (execute) => ({ contract: shared, execute }) };
}
