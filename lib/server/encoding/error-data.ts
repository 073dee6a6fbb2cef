import { errorMessage, isToolweaveError, type ToolweaveErrorCode } from "@/lib/errors";
import type { ErrorData } from "@/lib/protocol";

const MAX_CAUSES = 6;
const MAX_QUOTE_CHARACTERS = 300;
const OVERLOADED_STATUSES = new Set([502, 503, 504, 529]);
const CONNECTION_TROUBLE =
  /terminated|premature close|socket hang up|other side closed|fetch failed|connection error|network error|ECONNRESET|ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EPIPE|ETIMEDOUT|UND_ERR|timed? ?out/i;

/**
 * What a failed run tells the person: a code, and a sentence that says what to do.
 * `hasStreamed`: words of the answer had already arrived, so a lost connection cut it off.
 * Never quotes what a provider says about a key.
 */
export function toErrorData(error: unknown, hasStreamed: boolean): ErrorData {
  const causes = causesOf(error);
  const known = causes.find(isToolweaveError);
  if (known) return { error: known.name, code: known.code, message: known.message };
  for (const cause of causes) {
    const data = fromProvider(cause);
    if (data) return data;
  }
  if (causes.some(isConnectionTrouble)) return lostConnection(hasStreamed);
  if (hasStreamed && causes.some((cause) => cause instanceof SyntaxError)) return lostConnection(true);
  const name = error instanceof Error ? error.name : "Error";
  if (name === "GraphRecursionError") {
    return tell("internal", "The agent took too many steps without coming to an end, and was stopped.", name);
  }
  return { error: name, code: "internal" satisfies ToolweaveErrorCode, message: quote(errorMessage(error)) };
}

/** An error and what caused it, outermost first; LangChain wraps what a provider's own SDK threw. */
function causesOf(error: unknown): unknown[] {
  const causes: unknown[] = [];
  let current = error;
  while (current !== undefined && current !== null && causes.length < MAX_CAUSES) {
    causes.push(current);
    const { cause, errors } = current as { cause?: unknown; errors?: unknown };
    current = cause ?? (Array.isArray(errors) ? errors[0] : undefined);
  }
  return causes;
}

function fromProvider(error: unknown): ErrorData | undefined {
  const status = statusOf(error);
  const kind = kindOf(error);
  if (kind === "overloaded_error" || (status !== undefined && OVERLOADED_STATUSES.has(status))) {
    return tell("provider_overloaded", "The model provider is overloaded right now. Wait a moment and try again.");
  }
  if (kind === "rate_limit_error" || status === 429) {
    return tell(
      "provider_rate_limited",
      "The model provider refused more requests for now (rate limit or quota). Wait a moment and try again, or check the plan of the key.",
    );
  }
  const isKeyRefused = status === 400 && /API_KEY_INVALID/.test(errorMessage(error)); // Gemini's way of a 401
  if (kind === "authentication_error" || status === 401 || status === 403 || isKeyRefused) {
    return tell(
      "model_key_refused",
      "The model provider refused the key. Check the key in the server's environment, then restart the server.",
    );
  }
  if (status === undefined && kind === undefined) return undefined;
  const text = quote(errorMessage(error));
  return status !== undefined && status < 500
    ? tell("provider_error", `The model provider did not accept the request: ${text}`)
    : tell("provider_error", `The model provider had a problem: ${text}. Try again.`);
}

/** The HTTP status as OpenAI's, Anthropic's and LangChain's own errors carry it. */
function statusOf(error: unknown): number | undefined {
  const { status, statusCode } = error as { status?: unknown; statusCode?: unknown };
  const value = typeof status === "number" ? status : statusCode;
  return typeof value === "number" && value >= 400 && value < 600 ? value : undefined;
}

/** The provider's own word for what went wrong: an error inside a stream has no status. */
function kindOf(error: unknown): string | undefined {
  const { type, error: body } = error as { type?: unknown; error?: unknown };
  const inner = (body as { error?: { type?: unknown }; type?: unknown } | undefined | null) ?? {};
  const kind = [inner.error?.type, inner.type, type].find(
    (value) => typeof value === "string" && value !== "error" && /_error$|_exceeded$|_failed$/.test(value),
  );
  return typeof kind === "string" ? kind : undefined;
}

function isConnectionTrouble(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = (error as { code?: unknown }).code;
  return CONNECTION_TROUBLE.test(`${error.name} ${error.message} ${typeof code === "string" ? code : ""}`);
}

function lostConnection(hasStreamed: boolean): ErrorData {
  return hasStreamed
    ? tell("provider_cut_off", "The connection to the model broke off before the answer was complete. Try again.")
    : tell("provider_error", "The model provider could not be reached. Check the connection and try again.");
}

function tell(code: ToolweaveErrorCode, message: string, error = "ProviderError"): ErrorData {
  return { error, code, message };
}

function quote(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length > MAX_QUOTE_CHARACTERS ? `${line.slice(0, MAX_QUOTE_CHARACTERS)}…` : line;
}
