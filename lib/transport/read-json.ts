import { ToolweaveError } from "@/lib/errors";
import type { Read } from "@/lib/protocol";
import type { HttpAnswer } from "./http-client";

/** Reads an answer. Throws `internal` when the server sent something else. */
export function readJson<Value>({ text }: HttpAnswer, reader: (value: unknown) => Read<Value>): Value {
  const read = reader(parse(text));
  if (read.success) return read.data;
  throw new ToolweaveError("internal", `The server's answer is not as agreed: ${read.reason}.`);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
