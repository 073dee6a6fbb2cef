import type { z } from "zod";
import { errorMessage, isToolweaveError, type ToolweaveErrorCode } from "@/lib/errors";
import type { ExecutorClock } from "./clock";
import { type HeadlessContext, type HeadlessTool, readableAgain } from "./contract";
import { jsonResult } from "./json-result";
import type { ArgumentFault } from "./schema/find-schema-faults";
import type { HeadlessOutcome } from "./tool-event";

type Failure = Extract<HeadlessOutcome, { type: "failure" }>;

/** What the contract finds wrong with arguments; empty when they can be run. */
export function argumentFaults(tool: HeadlessTool, args: unknown): readonly ArgumentFault[] {
  const read = readBy(tool.contract.input, args);
  return "faults" in read ? read.faults : [];
}

/** Why the agent wants this call: the contract's own words for these arguments, else its general ones, also where its own throw. */
export function reasonFor({ contract }: HeadlessTool, args: unknown): string {
  if (contract.preview === undefined) return contract.reason;
  const read = readBy(contract.input, args);
  if ("faults" in read) return contract.reason;
  try {
    return contract.preview(read.value);
  } catch {
    return contract.reason; // a card without its special words is better than none
  }
}

/** Arguments as the contract wants them, or why they cannot be. */
export function readArguments(tool: HeadlessTool, args: unknown): { value: unknown } | Failure {
  const read = readBy(tool.contract.input, args);
  if ("value" in read) return read;
  return {
    type: "failure",
    code: "tool_input_invalid",
    message: `The arguments do not fit the tool "${tool.contract.name}": ${firstOf(read.faults)}`,
  };
}

/**
 * Runs a tool's own code once: arguments validated before, output after, within the contract's time. Begins in the same
 * tick, so that a click that led here still counts. Never rejects. When the signal aborts the outcome is `tool_cancelled`,
 * and whatever the tool says later is not heard.
 */
export async function runTool(
  tool: HeadlessTool,
  args: unknown,
  context: HeadlessContext,
  abort: (reason: unknown) => void,
  clock: ExecutorClock,
): Promise<HeadlessOutcome> {
  const read = readArguments(tool, args);
  if ("type" in read) return read;
  const { timeoutMs } = tool.contract.policy;
  const ended = Promise.withResolvers<HeadlessOutcome>();
  const cancel = () =>
    ended.resolve({ type: "failure", code: "tool_cancelled", message: "The call was cancelled while it ran." });
  const cancelTimer = clock.setTimer(() => {
    ended.resolve({
      type: "failure",
      code: "tool_timed_out",
      message: `The tool did not answer within ${timeoutMs / 1000} seconds.`,
    });
    abort(new DOMException("The tool took too long", "TimeoutError"));
  }, timeoutMs);
  context.signal.addEventListener("abort", cancel);
  try {
    const running = execute(tool, read.value, context).then(
      (value) => checkedOutput(tool, value),
      (error: unknown) => failureOf(error),
    );
    return await Promise.race([running, ended.promise]);
  } finally {
    cancelTimer();
    context.signal.removeEventListener("abort", cancel);
  }
}

/** Synchronous up to the tool's own first await; a synchronous throw is a rejection. */
async function execute(tool: HeadlessTool, args: unknown, context: HeadlessContext): Promise<unknown> {
  return await tool.execute(args, context);
}

function checkedOutput(tool: HeadlessTool, value: unknown): HeadlessOutcome {
  if (tool.contract.output === undefined) return jsonResult(value);
  const read = readBy(tool.contract.output, value);
  if ("value" in read) return jsonResult(readableAgain(tool.contract.output, read.value, value));
  return {
    type: "failure",
    code: "tool_output_invalid",
    message: `The result of the tool "${tool.contract.name}" is not what its contract promises: ${firstOf(read.faults)}`,
  };
}

function failureOf(error: unknown): Failure {
  const code = isToolweaveError(error) ? toolCode(error.code) : "tool_failed";
  return { type: "failure", code, message: errorMessage(error) || "The tool failed without a message." };
}

/** `tool_input_invalid` says that nothing ran: a tool that was begun with arguments which it then refuses has failed. */
function toolCode(code: ToolweaveErrorCode): Failure["code"] {
  switch (code) {
    case "tool_unavailable":
    case "tool_declined":
    case "tool_timed_out":
    case "tool_cancelled":
    case "tool_output_invalid":
    case "too_large":
    case "gesture_spent":
      return code;
    default:
      return "tool_failed";
  }
}

/** A schema's own code may throw, and one that must be waited for does: both are faults like any other. */
function readBy(schema: z.ZodType, value: unknown): { value: unknown } | { faults: readonly ArgumentFault[] } {
  try {
    const { success, data, error } = schema.safeParse(value);
    if (success) return { value: data };
    const faults = error.issues.map(({ path, message }) => ({
      path: path.map((key) => (typeof key === "symbol" ? String(key) : key)),
      message,
    }));
    return { faults };
  } catch (error) {
    return { faults: [{ path: [], message: errorMessage(error) }] };
  }
}

function firstOf([fault]: readonly ArgumentFault[]): string {
  if (fault === undefined) return "It does not fit.";
  return fault.path.length === 0 ? fault.message : `${fault.path.join(".")}: ${fault.message}`;
}
