import { type Attachment, type ReviewDecision, readAttachment } from "@/lib/protocol";
import type { OwnMessage } from "../thread/own-message";
import type { KeptInput } from "./kept-input";
import type { Departing, KeptAnswer, KeptDecision, KeptStop, OutboxContent, QueueItem } from "./outbox";
import type { OutboxRecord } from "./outbox-shelf";

const MAX_MESSAGES = 200;

/** A record as some version of this page wrote it; undefined where it is none. Files are kept apart and not read here. */
export function readOutboxRecord(value: unknown): OutboxRecord | undefined {
  const { key, thread, owner, content, draft, writtenAtMs } = fieldsOf(value);
  const { text } = fieldsOf(draft);
  if (typeof key !== "string" || typeof thread !== "string" || typeof owner !== "string") return undefined;
  if (typeof text !== "string" || typeof writtenAtMs !== "number") return undefined;
  const read = readContent(content);
  return read && { key, thread, owner, content: read, draft: { text, attachments: [] }, writtenAtMs };
}

/** What a page wrote before its outbox was kept; undefined where it is no such thing. */
export function readEarlyRecord(value: unknown) {
  const { isWhole, files } = fieldsOf(value);
  const record = readOutboxRecord(value);
  return record && { record, isWhole: isWhole === true, files: listOf(files) };
}

function readContent(value: unknown): Omit<OutboxContent, "draft"> | undefined {
  const { isHeld, answers, decisions, inputs, departing, stop } = fieldsOf(value);
  const messages = readMessages(value);
  if (messages === undefined || typeof isHeld !== "boolean") return undefined;
  return {
    ...messages,
    isHeld,
    answers: listOf(answers).flatMap(readAnswer),
    decisions: listOf(decisions).flatMap(readDecision),
    inputs: listOf(inputs).flatMap(readInput),
    departing: listOf(departing).flatMap((other) => readMessages(other) ?? []),
    stop: readStop(stop),
  };
}

function readMessages(value: unknown): Departing | undefined {
  const { queue, unsent, newThreadId } = fieldsOf(value);
  if (!Array.isArray(queue) || !Array.isArray(unsent)) return undefined;
  return {
    queue: listOf(queue).flatMap(readQueued),
    unsent: listOf(unsent).flatMap(readMessage),
    ...(typeof newThreadId === "string" ? { newThreadId } : {}),
  };
}

function readQueued(value: unknown): QueueItem[] {
  const { cancelsCalls } = fieldsOf(value);
  return readMessage(value).map((message) => ({ ...message, cancelsCalls: cancelsCalls === true }));
}

function readAnswer(answer: unknown): KeptAnswer[] {
  const { interruptId, value, key } = fieldsOf(answer);
  return typeof interruptId === "string" && typeof key === "string" ? [{ interruptId, value, key }] : [];
}

function readDecision(value: unknown): KeptDecision[] {
  const { interruptId, position, action, decision } = fieldsOf(value);
  const { name, args } = fieldsOf(action);
  const made = readMade(fieldsOf(decision));
  if (typeof interruptId !== "string" || typeof position !== "number" || typeof name !== "string") return [];
  return made === undefined ? [] : [{ interruptId, position, action: { name, args: fieldsOf(args) }, decision: made }];
}

/** What is in it is read by the box that it belongs to. */
function readInput(input: unknown): KeptInput[] {
  const { name, about, interruptId, value } = fieldsOf(input);
  if (typeof name !== "string" || value === undefined) return [];
  return [{ name, about, value, ...(typeof interruptId === "string" ? { interruptId } : {}) }];
}

function readMade({ type, args, message }: Readonly<Record<string, unknown>>): ReviewDecision | undefined {
  const words = typeof message === "string" ? message : undefined;
  switch (type) {
    case "approve":
      return { type };
    case "edit":
      return typeof args === "object" && args !== null ? { type, args: fieldsOf(args) } : undefined;
    case "reject":
      return words === undefined ? { type } : { type, message: words };
    case "respond":
      return words === undefined ? undefined : { type, message: words };
    default:
      return undefined;
  }
}

function readStop(stop: unknown): KeptStop | undefined {
  const { runId, startKey } = fieldsOf(stop);
  const kept = { runId: textOr(runId), startKey: textOr(startKey) };
  return kept.runId === undefined && kept.startKey === undefined ? undefined : kept;
}

function textOr(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

function readMessage(value: unknown): OwnMessage[] {
  const { id, text, attachments } = fieldsOf(value);
  if (typeof id !== "string" || id === "" || typeof text !== "string") return [];
  const files = listOf(attachments).flatMap(readFile);
  return [files.length === 0 ? { id, text } : { id, text, attachments: files }];
}

function readFile(value: unknown): Attachment[] {
  const read = readAttachment(value);
  return read.success ? [read.data] : [];
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value.slice(0, MAX_MESSAGES) : [];
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}
