import { type BaseMessage, coerceMessageLikeToMessage } from "@langchain/core/messages";
import { z } from "zod";
import { isRecord, parseMessage } from "@/lib/content";
import { isToolweaveError, ToolweaveError } from "@/lib/errors";

/**
 * Makes LangChain's message of what it takes for one: text, a pair of role and content, an object with `type` or `role`, or a
 * serialised message. It gets an id if it has none, so that stream and state agree on it.
 * Throws `bad_request` that names the field inside `place` that is wrong.
 */
export function readMessage(value: unknown, place: string): BaseMessage {
  checkMessage(value, place);
  let message: BaseMessage;
  try {
    message = coerceMessageLikeToMessage(value as Parameters<typeof coerceMessageLikeToMessage>[0]); // checked above
  } catch (cause) {
    throw malformed(place, NO_MESSAGE, cause);
  }
  if (!message.id) {
    message.id = crypto.randomUUID();
    message.lc_kwargs.id = message.id;
  }
  return message;
}

/** The refusal of a request's field, in words for whoever sent it. */
export function malformed(field: string, problem: string, cause?: unknown): ToolweaveError {
  return new ToolweaveError("bad_request", `${field} ${problem}.`, { context: { field }, cause });
}

const NO_MESSAGE =
  "is not a message: give text, [role, content], or an object whose type or role is human, user, ai, assistant, system, developer, tool or remove";

/** LangChain itself takes nearly anything, and fails later with words about its own insides. */
function checkMessage(value: unknown, place: string): void {
  if (typeof value === "string") return;
  const fields = fieldsOf(value);
  if (!fields) throw malformed(place, NO_MESSAGE);
  const { tool_calls, ...rest } = fields;
  const hasOpenAiCalls = Array.isArray(tool_calls) && tool_calls.some((call) => isRecord(call) && "function" in call);
  if (hasOpenAiCalls) checkOpenAiCalls(tool_calls, `${place}.tool_calls`);
  try {
    parseMessage(hasOpenAiCalls ? rest : fields);
  } catch (error) {
    const field = isToolweaveError(error) ? String(error.context.field ?? "") : "";
    if (!field || field === "type") throw malformed(place, NO_MESSAGE, error);
    if (field.startsWith("content")) throw malformed(`${place}.${field}`, "must be text or a list of content blocks");
    throw malformed(`${place}.${field}`, "is not what a message has there", error);
  }
}

/** The fields of a message under the name that LangChain goes by; undefined for what has none. */
function fieldsOf(value: unknown): Record<string, unknown> | undefined {
  if (Array.isArray(value)) return value.length === 2 ? { type: value[0], content: value[1] } : undefined;
  if (!isRecord(value)) return undefined;
  if (value.lc !== undefined && isRecord(value.kwargs)) {
    return { ...value.kwargs, type: Array.isArray(value.id) ? value.id.at(-1) : undefined };
  }
  return typeof value.role === "string" ? { ...value, type: value.role } : value;
}

/** Calls as OpenAI writes them, which LangChain reads. */
const openAiCallsSchema = z.array(
  z.looseObject({
    id: z.string(),
    type: z.literal("function"),
    function: z.looseObject({ name: z.string(), arguments: z.string().refine(isJson) }),
  }),
);

function checkOpenAiCalls(calls: readonly unknown[], place: string): void {
  const issue = openAiCallsSchema.safeParse(calls).error?.issues[0];
  if (issue) throw malformed([place, ...issue.path.map(String)].join("."), "is not what a tool call has there");
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
