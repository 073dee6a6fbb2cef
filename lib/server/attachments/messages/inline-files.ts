import { type BaseMessage, HumanMessage } from "@langchain/core/messages";
import type { AttachmentKind } from "@/lib/protocol";
import type { AttachmentRecord, AttachmentStore } from "../store/attachment-store";
import { referencedId } from "./reference";

/** Bytes of files that one call of a model is given; the newest come first. Base64 makes a third more of them. */
const MAX_CALL_BYTES = 32 * 1024 * 1024;
/** Of a text file a model is given the beginning. */
const MAX_TEXT_BYTES = 256 * 1024;

/** Who reads, and in which thread: what belongs to another thread is not there. */
export type InlineOptions = {
  readonly threadId: string | undefined;
  readonly refuses: ReadonlySet<AttachmentKind>;
};

type Block = Record<string, unknown>;

/**
 * The messages as a provider takes them: each file in place of the block that names it. Text is given as text, everything
 * else in base64. What cannot be given (gone, not for this model, more than a call may hold) is said in words, so that a
 * thread goes on when its model changes. Messages without files stay the same objects.
 */
export async function inlineFiles(
  messages: readonly BaseMessage[],
  store: AttachmentStore,
  options: InlineOptions,
): Promise<BaseMessage[]> {
  const inlined = [...messages];
  let leftBytes = MAX_CALL_BYTES;
  for (const [index, message] of [...messages.entries()].reverse()) {
    if (!HumanMessage.isInstance(message) || !Array.isArray(message.content)) continue;
    if (!message.content.some((block) => referencedId(block) !== undefined)) continue;
    const content: Block[] = [];
    for (const block of message.content as Block[]) {
      const id = referencedId(block);
      if (id === undefined) content.push(block);
      else {
        const given = await giveFile(id, block, leftBytes);
        leftBytes -= given.bytes;
        content.push(given.block);
      }
    }
    inlined[index] = withContent(message, content);
  }
  return inlined;

  async function giveFile(id: string, reference: Block, maxBytes: number): Promise<{ block: Block; bytes: number }> {
    const record = await store.get(id);
    const isHere = record && (options.threadId === undefined || record.threadIds.includes(options.threadId));
    if (!isHere) return say(`${nameOf(reference)} was attached here. It is not there any more.`);
    const told = `${record.name} (${record.mimeType}, ${record.size} bytes) was attached here.`;
    if (options.refuses.has(record.kind)) return say(`${told} You cannot read files of this type.`);
    const bytes = record.kind === "text" ? Math.min(record.size, MAX_TEXT_BYTES) : record.size;
    if (bytes > maxBytes)
      return say(`${told} It is left out now: the files of this conversation are too large together.`);
    const data = await readStart(store, id, bytes);
    return { block: data ? toBlock(record, data) : { type: "text", text: told }, bytes };
  }
}

function say(sentence: string): { block: Block; bytes: number } {
  return { block: { type: "text", text: `[${sentence}]` }, bytes: 0 };
}

/** LangChain's standard block (v1). The one of before it (`source_type`) reaches Anthropic twice (@langchain/anthropic 1.5.11). */
function toBlock(record: AttachmentRecord, data: Buffer): Block {
  const { kind, name, mimeType, size } = record;
  if (kind === "text") {
    const text = new TextDecoder().decode(data, { stream: true }); // half a character at the cut is left out
    const cut =
      size > data.byteLength
        ? `\n[The file goes on: ${size} bytes in all, the first ${data.byteLength} are here.]`
        : "";
    return { type: "text", text: `Attached file ${name}:\n\n${text}${cut}` };
  }
  const type = kind === "pdf" || kind === "other" ? "file" : kind;
  // OpenAI's adapter knows MP3 by this name only, and wants a file name
  const known = mimeType === "audio/mpeg" ? "audio/mp3" : mimeType;
  return { type, mimeType: known, data: data.toString("base64"), metadata: { name, filename: name } };
}

async function readStart(store: AttachmentStore, id: string, bytes: number): Promise<Buffer | undefined> {
  const stream = await store.read(id, "file", { start: 0, end: bytes - 1 });
  if (!stream) return undefined;
  return Buffer.from(await new Response(stream).arrayBuffer());
}

function nameOf({ metadata }: Block): string {
  const name = (metadata as { name?: unknown } | undefined)?.name;
  return typeof name === "string" ? name : "A file";
}

function withContent(message: HumanMessage, content: Block[]): HumanMessage {
  const { id, name, additional_kwargs, response_metadata } = message;
  return new HumanMessage({
    content: content as never, // blocks of LangChain's that its types have given up on
    additional_kwargs,
    // without this, OpenAI's adapter takes the blocks for its own and sends them on as they are
    response_metadata: { ...response_metadata, output_version: "v1" },
    ...(id === undefined ? {} : { id }),
    ...(name === undefined ? {} : { name }),
  });
}
