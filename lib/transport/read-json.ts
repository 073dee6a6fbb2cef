import { z } from "zod";
import { ToolweaveError } from "@/lib/errors";
import type { HttpAnswer } from "./http-client";

/** Reads an answer by its schema. Throws `internal` when the server sent something else. */
export function readJson<Schema extends z.ZodType>({ text }: HttpAnswer, schema: Schema): z.output<Schema> {
  const read = schema.safeParse(parse(text));
  if (read.success) return read.data;
  throw new ToolweaveError("internal", `The server's answer is not as agreed: ${z.prettifyError(read.error)}`);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
