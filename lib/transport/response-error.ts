import { isToolweaveError, isToolweaveErrorCode, ToolweaveError, type ToolweaveErrorCode } from "@/lib/errors";
import { readErrorBody } from "@/lib/protocol";

const MAX_QUOTED_CHARS = 300;
/** More than any error body of ours; the rest of a proxy's page is not read. */
const MAX_BODY_CHARS = 100_000;

/** What a refused request becomes: our own error bodies keep their code, any other text is quoted. */
export async function responseError(response: Response, wanted: string): Promise<ToolweaveError> {
  const text = (await response.text().catch(() => "")).slice(0, MAX_BODY_CHARS);
  const json = parse(text);
  const body = readErrorBody(json);
  const retryAfterS = secondsOf(response.headers.get("retry-after"));
  const context = { status: response.status, request: wanted, ...(retryAfterS === undefined ? {} : { retryAfterS }) };
  if (body.success && isToolweaveErrorCode(body.data.code)) {
    const { code, message, field, holder, lease_expires_at, attachment_id } = body.data;
    return new ToolweaveError(code, message, {
      context: {
        ...context,
        isOurs: true,
        field,
        holder: textOf(holder),
        leaseExpiresAt: textOf(lease_expires_at),
        attachmentId: textOf(attachment_id),
      },
    });
  }
  const said = sentenceOf(json, text);
  return new ToolweaveError(codeOf(response.status, said), messageOf(response, said), { context });
}

/** How long a server asks to be left alone, 0 where it says nothing. */
export function pauseMsOf(error: unknown): number {
  const { retryAfterS } = isToolweaveError(error) ? error.context : {};
  return typeof retryAfterS === "number" ? retryAfterS * 1_000 : 0;
}

/** A date in place of a number, which no server of ours sends, is passed over. */
function secondsOf(text: string | null): number | undefined {
  return text !== null && /^\d{1,6}$/.test(text.trim()) ? Number(text) : undefined;
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

function codeOf(status: number, said: string): ToolweaveErrorCode {
  if (status === 409 && /exists/i.test(said)) return "conflict";
  if (status === 409 || (status === 422 && /already running|busy/i.test(said))) return "busy";
  if (status === 401 || status === 403) return "unauthorized";
  if (status === 404 || status === 410) return "not_found";
  if (status === 413) return "too_large";
  if (status === 429) return "provider_rate_limited";
  if (status === 501) return "unsupported";
  return status >= 500 ? "internal" : "bad_request";
}

function messageOf(response: Response, said: string): string {
  if (said !== "") return said;
  return `The server answered ${response.status}${response.statusText === "" ? "" : ` ${response.statusText}`}.`;
}

/** A sentence out of the bodies that servers are known to send; empty for an HTML page or an object without one. */
function sentenceOf(json: unknown, text: string): string {
  const found = json === undefined ? text.trim() : sentenceIn(json, 0);
  if (found === undefined || found === "" || found.startsWith("<")) return "";
  return found.length > MAX_QUOTED_CHARS ? `${found.slice(0, MAX_QUOTED_CHARS).toWellFormed()}…` : found;
}

function sentenceIn(value: unknown, depth: number): string | undefined {
  if (typeof value === "string") return value.trim();
  if (typeof value !== "object" || value === null || depth > 3) return undefined;
  const fields = value as Record<string, unknown>;
  for (const name of ["message", "detail", "error"]) {
    const found = Object.hasOwn(fields, name) ? sentenceIn(fields[name], depth + 1) : undefined;
    if (found !== undefined && found !== "") return found;
  }
  return undefined;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
