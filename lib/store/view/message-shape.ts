import { sumUsage } from "@/lib/content";
import { readWireMessage, type UsageMetadata, type WireMessage } from "@/lib/protocol";
import type { ChatMessage } from "../session-state";
import { keepSame } from "./is-same-json";
import type { MessageRecord } from "./records";
import { withoutHalfCharacter } from "./well-formed";

/** The message as it is shown: the object of before where nothing that is shown has changed. */
export function showMessage(message: MessageRecord): ChatMessage {
  const { key, type, isOpen, isCutOff, usage, model, calls, extras, shown: before } = message;
  const end = isOpen ? undefined : (message.end ?? (isCutOff ? "broken" : undefined));
  const timing = timingOf(message, before);
  const citations = keepSame(before?.citations, message.citationReader?.citations(message.text, isOpen) ?? []);
  const keys = calls.map((call) => call.key);
  const isSameKeys =
    before?.callKeys.length === keys.length && keys.every((one, place) => one === before.callKeys[place]);
  const shown: ChatMessage = {
    id: key,
    type,
    text: isOpen ? withoutHalfCharacter(message.text) : message.text.toWellFormed(),
    reasoning: isOpen ? withoutHalfCharacter(message.reasoning) : message.reasoning.toWellFormed(),
    media: message.media,
    callKeys: isSameKeys ? before.callKeys : keys,
    isStreaming: isOpen,
    isCutOff,
    ...(end === undefined ? {} : { end }),
    ...(usage === undefined ? {} : { usage }),
    ...(model === undefined ? {} : { model }),
    ...(extras.sources.length === 0 ? {} : { sources: extras.sources }),
    ...(citations.length === 0 ? {} : { citations }),
    ...(extras.numbered.length === 0 ? {} : { numberedSources: extras.numbered }),
    ...(extras.serverCalls.length === 0 ? {} : { serverCalls: extras.serverCalls }),
    ...(timing === undefined ? {} : { timing }),
  };
  return before !== undefined && isSame(before, shown) ? before : shown;
}

function isSame(a: ChatMessage, b: ChatMessage): boolean {
  return (
    a.callKeys === b.callKeys &&
    a.isStreaming === b.isStreaming &&
    a.isCutOff === b.isCutOff &&
    a.end === b.end &&
    a.usage === b.usage &&
    a.model === b.model &&
    a.sources === b.sources &&
    a.citations === b.citations &&
    a.numberedSources === b.numberedSources &&
    a.media === b.media &&
    a.serverCalls === b.serverCalls &&
    a.timing === b.timing &&
    a.text === b.text &&
    a.reasoning === b.reasoning
  );
}

/** Known once the message has ended here; the object of before where there is one. */
function timingOf({ timing }: MessageRecord, before: ChatMessage | undefined): ChatMessage["timing"] {
  if (timing?.endedAtMs === undefined) return undefined;
  return before?.timing ?? { waitedMs: timing.waitedMs, writingMs: timing.endedAtMs - timing.beganAtMs };
}

/** Messages of a role that the graph has named itself. */
const NAMED_ROLES = new Set(["chat", "generic"]);

/** How a wire message is shown; undefined for a kind that nobody knows: it is none of the conversation. */
export function typeOf({ type }: WireMessage): ChatMessage["type"] | undefined {
  if (type === "human" || type === "ai" || type === "system") return type;
  return NAMED_ROLES.has(type) ? "other" : undefined;
}

/** Which model said it, where the provider tells. */
export function modelOf({ response_metadata: metadata }: WireMessage): string | undefined {
  const name = metadata?.model_name ?? metadata?.model;
  return typeof name === "string" && name !== "" ? name : undefined;
}

/** Token counts of two pieces of one answer, details included. */
export function addUsage(a: UsageMetadata | undefined, b: UsageMetadata): UsageMetadata {
  return a === undefined ? b : sumUsage([{ usage_metadata: a }, { usage_metadata: b }]);
}

/** The messages in what a node wrote: one update, or several. */
export function messagesIn(update: unknown): readonly unknown[] {
  if (Array.isArray(update)) return update.flatMap(messagesIn);
  return typeof update === "object" && update !== null && "messages" in update ? [update.messages].flat() : [];
}

/** A message of a state; one without an id is named after its place. */
export function readWhole(item: unknown, place: number): WireMessage | undefined {
  const read = readWireMessage(item);
  if (!read.success) return undefined;
  return read.data.id || read.data.type === "tool" ? read.data : { ...read.data, id: `place-${place}` };
}

/** What each node wrote, without the graph's own entries. */
export function updatesIn(data: Readonly<Record<string, unknown>>): readonly [node: string, update: unknown][] {
  return Object.entries(data).filter(([node]) => !node.startsWith("__"));
}
