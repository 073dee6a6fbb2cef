import type { z } from "zod";
import { errorMessage, isToolweaveError, type ToolweaveErrorCode } from "@/lib/errors";
import type { ExecutorClock } from "./clock";
import type { HeadlessContext, HeadlessTool } from "./contract";
import { jsonResult } from "./json-result";
import type { HeadlessOutcome } from "./tool-event";

type Failure = Extract<HeadlessOutcome, { type: "failure" }>;

/** One thing that is wrong with arguments, and where. */
export type ArgumentFault = { readonly path: readonly (string | number)[]; readonly message: string };

/** What the contract finds wrong with arguments; empty when they can be run. */
export function argumentFaults(tool: HeadlessTool, args: unknown): readonly ArgumentFault[] {
  const { error } = tool.contract.input.safeParse(args);
  return (error?.issues ?? []).map(({ path, message }) => ({
    path: path.map((key) => (typeof key === "symbol" ? String(key) : key)),
    message,
  }));
}

/** The same by a JSON schema, whose reader is loaded when it is first needed. Finds nothing where that cannot be loaded: the server checks again. */
export async function findSchemaFaults(
  schema: Readonly<Record<string, unknown>>,
  args: unknown,
): Promise<readonly ArgumentFault[]> {
  const reader = await import("./schema-faults").catch(() => undefined);
  return reader?.schemaFaults(schema, args) ?? [];
}

/** Why the agent wants this call: the contract's own words for these arguments, else its general ones. */
export function reasonFor({ contract }: HeadlessTool, args: unknown): string {
  const read = contract.preview && contract.input.safeParse(args);
  return read?.success ? (contract.preview?.(read.data) ?? contract.reason) : contract.reason;
}

/** Arguments as the contract wants them, or why they cannot be. */
export function readArguments(tool: HeadlessTool, args: unknown): { value: unknown } | Failure {
  const read = tool.contract.input.safeParse(args);
  if (read.success) return { value: read.data };
  return {
    type: "failure",
    code: "tool_input_invalid",
    message: `The arguments do not fit the tool "${tool.contract.name}": ${issuesOf(read.error)}`,
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
  const read = tool.contract.output.safeParse(value);
  if (read.success) return jsonResult(read.data);
  return {
    type: "failure",
    code: "tool_output_invalid",
    message: `The result of the tool "${tool.contract.name}" is not what its contract promises: ${issuesOf(read.error)}`,
  };
}

function failureOf(error: unknown): Failure {
  const code = isToolweaveError(error) ? toolCode(error.code) : "tool_failed";
  return { type: "failure", code, message: errorMessage(error) || "The tool failed without a message." };
}

function toolCode(code: ToolweaveErrorCode): Failure["code"] {
  switch (code) {
    case "tool_unavailable":
    case "tool_declined":
    case "tool_timed_out":
    case "tool_cancelled":
    case "tool_input_invalid":
    case "tool_output_invalid":
    case "too_large":
    case "gesture_spent":
      return code;
    default:
      return "tool_failed";
  }
}

function issuesOf(error: z.ZodError): string {
  const [issue] = error.issues;
  if (issue === undefined) return error.message;
  const path = issue.path.map(String).join(".");
  return path === "" ? issue.message : `${path}: ${issue.message}`;
}
