import type { z } from "zod";
import { errorMessage, isToolweaveError, ToolweaveError } from "@/lib/errors";

/** SQLite reads 1,000 levels, and puts no more conditions than that into one search. */
const MAX_DEPTH = 200;

/**
 * Reads a JSON body by its schema; no body at all is `{}`. Throws `bad_request` with the path of the field that is
 * wrong, and `too_large`. Only `application/json` is read: a page of another origin cannot send that without asking.
 */
export async function readBody<Schema extends z.ZodType>(
  request: Request,
  schema: Schema,
  maxBytes: number,
): Promise<z.output<Schema>> {
  const text = await readText(request, maxBytes);
  if (text.trim() === "") return parse(schema, {});
  const type = request.headers.get("content-type") ?? "";
  if (!/^application\/json\b/i.test(type.trim()))
    throw badRequest("Send the body with content-type: application/json.");
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw badRequest(`The body is not valid JSON: ${errorMessage(cause)}.`, undefined, cause);
  }
  if (isDeeper(value, MAX_DEPTH)) throw badRequest(`The body is nested too deeply: at most ${MAX_DEPTH} levels.`);
  return parse(schema, value);
}

/** Reads the query; a parameter that comes more than once is a list. Throws `bad_request` with the one that is wrong. */
export function readQuery<Schema extends z.ZodType>(request: Request, schema: Schema): z.output<Schema> {
  const { searchParams } = new URL(request.url);
  const values = [...new Set(searchParams.keys())].map((name) => {
    const all = searchParams.getAll(name);
    return [name, all.length === 1 ? all[0] : all];
  });
  return parse(schema, Object.fromEntries(values));
}

/** A request that cannot be read; `field` is the path of what is wrong. */
export function badRequest(message: string, field?: string, cause?: unknown): ToolweaveError {
  return new ToolweaveError("bad_request", message, { cause, context: field === undefined ? {} : { field } });
}

/** Reads what is already there by a schema; `within`: where it stands. Throws `bad_request` with the field that is wrong. */
export function parse<Schema extends z.ZodType>(schema: Schema, value: unknown, within?: string): z.output<Schema> {
  const read = schema.safeParse(value);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const field = [...(within === undefined ? [] : [within]), ...(issue?.path.map(String) ?? [])].join(".");
  throw badRequest(`${field || "The body"}: ${issue?.message ?? "is not as expected"}`, field || undefined);
}

/** Level by level: a body can be nested deeper than calls can. */
function isDeeper(value: unknown, maxDepth: number): boolean {
  let level = [value].filter(isContainer);
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth >= maxDepth) return true;
    level = level.flatMap((container) => Object.values(container).filter(isContainer));
  }
  return false;
}

function isContainer(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

async function readText(request: Request, maxBytes: number): Promise<string> {
  const declared = Number(request.headers.get("content-length") ?? 0);
  if (declared > maxBytes) throw tooLarge(maxBytes);
  if (!request.body) return "";
  const decoder = new TextDecoder();
  let bytes = 0;
  let text = "";
  try {
    for await (const chunk of request.body as AsyncIterable<Uint8Array>) {
      bytes += chunk.byteLength;
      if (bytes > maxBytes) throw tooLarge(maxBytes);
      text += decoder.decode(chunk, { stream: true });
    }
  } catch (cause) {
    if (isToolweaveError(cause)) throw cause;
    throw badRequest("The body broke off before its end.", undefined, cause); // its sender is gone
  }
  return text + decoder.decode();
}

function tooLarge(maxBytes: number): ToolweaveError {
  return new ToolweaveError("too_large", `The body is larger than ${maxBytes} bytes.`, {
    context: { max_bytes: maxBytes },
  });
}
