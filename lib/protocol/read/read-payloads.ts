import type { HeadlessEdited, HeadlessFailure, HeadlessPayload } from "../headless-payload";
import type { ToolProgress } from "../tool-progress";
import {
  anything,
  type Check,
  finite,
  isRecord,
  maybe,
  object,
  oneOf,
  orNull,
  type Read,
  reader,
  reasonOf,
  text,
} from "./shape";

const share: Check = (value) => finite(value) ?? (0 <= Number(value) && Number(value) <= 1 ? undefined : "");

/** What `toolProgressSchema` accepts, without a copy. */
export const readToolProgress = reader<ToolProgress>(
  object<ToolProgress>({
    type: oneOf("tool_progress"),
    tool_call_id: text,
    progress: maybe(share),
    message: maybe(text),
  }),
);

/** What `headlessFailureSchema` accepts, without a copy. */
export const readHeadlessFailure = reader<HeadlessFailure>(
  object<HeadlessFailure>({
    type: oneOf("toolweave.tool_error"),
    code: text,
    message: text,
    edited_args: anything,
  }),
);

/** What `headlessEditedSchema` accepts, without a copy. */
export const readHeadlessEdited = reader<HeadlessEdited>(
  object<HeadlessEdited>({ type: oneOf("toolweave.edited_result"), value: anything, edited_args: anything }),
);

const called = reader<HeadlessPayload>(object<HeadlessPayload>({ id: orNull(text), name: text, args: anything }));

/** The call that a headless tool interrupts with, in LangChain's JavaScript or Python words; as `headlessPayloadSchema`. */
export function readHeadlessPayload(value: unknown): Read<HeadlessPayload> {
  if (!isRecord(value) || value.type !== "tool") return { success: false, reason: reasonOf("type") };
  const first = called(value.toolCall);
  return first.success ? first : called(value.tool_call);
}
