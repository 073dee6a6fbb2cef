import { ToolweaveError } from "@/lib/errors";
import type { AttachmentKind } from "@/lib/protocol";
import type { Attachments } from "../attachments";
import { KIND_WORDS } from "../refusals";
import type { AttachmentRecord } from "../store/attachment-store";
import { type ReferenceBlock, referencedId, toReference } from "./reference";

/** Who reads the files of a message, and what they cannot take. */
export type FileReader = { readonly name: string; readonly refuses: ReadonlySet<AttachmentKind> };

/** Where messages go, whose they are, and who will read them. */
export type Destination = {
  readonly threadId: string;
  readonly userId: string;
  /** Asked only where files are named. */
  readonly reader: () => Promise<FileReader>;
};

/**
 * Reads what a request brings into a thread: each block that names an attachment is replaced by what the server knows of
 * the file, which belongs to the thread from when `work` comes through. Everything else stays as it is. Throws `not_found` for a file of
 * somebody else, of another thread, or that is gone; `bad_request` for too many in one message; `unsupported` for one that
 * the model cannot take.
 */
export async function takeReferences<Value, Result>(
  value: Value,
  attachments: Attachments,
  { threadId, ...whose }: Destination,
  work: (value: Value) => Promise<Result>,
): Promise<Result> {
  const records = await findReferences(value, attachments, whose);
  if (records.length === 0) return work(value);
  const blocks = new Map(records.map((record) => [record.id, toReference(record)]));
  const binding = { userId: whose.userId, threadId, ids: records.map(({ id }) => id) };
  return attachments.bindFiles(binding, () => work(replace(value, blocks) as Value)); // of the same shape
}

/** The files that a request names, each once. Throws as `takeReferences` does, but looks at no thread and takes nothing. */
export async function findReferences(
  value: unknown,
  attachments: Attachments,
  { userId, reader }: Omit<Destination, "threadId">,
): Promise<readonly AttachmentRecord[]> {
  const ids = new Set<string>();
  findIds(value, ids, attachments.rules.maxPerMessage);
  if (ids.size === 0) return [];
  const records = await Promise.all([...ids].map((id) => attachments.get(userId, id)));
  const { name, refuses } = await reader();
  const refused = records.find(({ kind }) => refuses.has(kind));
  if (refused) throw cannotTake(name, refused);
  return records;
}

/** The depth of a body is bounded where it is read. */
function findIds(value: unknown, ids: Set<string>, maxPerMessage: number): void {
  if (typeof value !== "object" || value === null) return;
  const id = referencedId(value);
  if (id !== undefined) return void ids.add(id);
  const named = Array.isArray(value) ? value.flatMap((item) => referencedId(item) ?? []) : [];
  if (named.length > maxPerMessage) {
    throw new ToolweaveError("bad_request", `A message may have ${maxPerMessage} attachments at most.`, {
      context: { max_per_message: maxPerMessage, attachment_id: named[0], field: "input" },
    });
  }
  for (const part of Object.values(value)) findIds(part, ids, maxPerMessage);
}

function replace(value: unknown, blocks: ReadonlyMap<string, ReferenceBlock>): unknown {
  if (typeof value !== "object" || value === null) return value;
  const block = blocks.get(referencedId(value) ?? "");
  if (block) return block;
  if (Array.isArray(value)) return value.map((item) => replace(item, blocks));
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, replace(part, blocks)]));
}

function cannotTake(model: string, { id, kind, name }: AttachmentRecord): ToolweaveError {
  return new ToolweaveError(
    "unsupported",
    `${KIND_WORDS[kind]} cannot be read by ${model}. Send the message without ${name}, or choose another model.`,
    { context: { kind, attachment_id: id, field: "input" } },
  );
}
