import type { ErrorData } from "../error-body";
import type { KnownEvent, MessageMetadata, RawEvent, RunMetadata, StreamEvent, ToolEventData } from "../event";
import type { Interrupt } from "../thread";
import { errorData, interrupt } from "./read-answers";
import { message, withWireType } from "./read-message";
import { anything, type Check, finite, listOf, object, orNull, reasonOf, record, text } from "./shape";

const messageMetadata = orNull(
  object<MessageMetadata>({
    langgraph_node: orNull(text),
    langgraph_step: orNull(finite),
    langgraph_checkpoint_ns: orNull(text),
    tags: orNull(listOf(text)),
  }),
);

/** A piece and its metadata. */
const pair: Check = (value) => {
  if (!Array.isArray(value) || value.length < 1 || value.length > 2) return "";
  const wrong = message(value[0]);
  return wrong === undefined ? messageMetadata(value[1]) : wrong;
};

const CHECKS: Readonly<Record<Exclude<KnownEvent["event"], "error">, Check>> = {
  metadata: object<RunMetadata>({ run_id: text, attempt: orNull(finite) }),
  messages: pair,
  updates: record,
  values: anything,
  custom: anything,
  tools: object<ToolEventData>({
    event: text,
    toolCallId: orNull(text),
    name: orNull(text),
    data: anything,
    output: anything,
    error: anything,
  }),
  end: anything,
};

const ROOT: readonly string[] = [];
const interrupts = listOf(interrupt);

/** Interrupts that an `updates` or `values` event reports under `__interrupt__`; an empty list when there are none. */
export function interruptsOf(data: unknown): readonly Interrupt[] {
  if (typeof data !== "object" || data === null || !Object.hasOwn(data, "__interrupt__")) return [];
  const found = (data as { __interrupt__: unknown }).__interrupt__;
  return interrupts(found) === undefined ? (found as readonly Interrupt[]) : []; // the check says so
}

/** Reads one framed event. Never throws: what cannot be read comes back as `unknown` with the reason. */
export function readEvent(raw: RawEvent): StreamEvent {
  const bar = raw.event.indexOf("|");
  const name = bar === -1 ? raw.event : raw.event.slice(0, bar);
  const head = { namespace: bar === -1 ? ROOT : raw.event.slice(bar + 1).split("|"), id: raw.id };
  let data: unknown = null;
  if (raw.data !== "") {
    try {
      data = JSON.parse(raw.data);
    } catch {
      if (name === "error") return { event: "error", ...head, data: readError(raw.data) };
      return { event: "unknown", ...head, name, data: raw.data, reason: "data is not one JSON value" };
    }
  }
  if (name === "error") return { event: "error", ...head, data: readError(data) };
  if (!isKnown(name)) return { event: "unknown", ...head, name, data };
  const wrong = CHECKS[name](data);
  if (wrong !== undefined) return { event: "unknown", ...head, name, data, reason: reasonOf(wrong) };
  return { event: name, ...head, data: name === "messages" ? renamed(data) : data } as KnownEvent; // the check was chosen by the same name
}

function isKnown(name: string): name is keyof typeof CHECKS {
  return Object.hasOwn(CHECKS, name);
}

function renamed(data: unknown): unknown {
  const [piece, ...metadata] = data as Extract<KnownEvent, { event: "messages" }>["data"]; // the check of pairs let it through
  const named = withWireType(piece);
  return named === piece ? data : [named, ...metadata];
}

/** Servers say it in many shapes, a bare string among them; the person gets a sentence out of each. */
function readError(data: unknown): ErrorData {
  if (errorData(data) === undefined && (data as ErrorData).message !== "") return data as ErrorData; // the check says so
  return { error: "Error", message: sentenceIn(data, 0) ?? "The run failed without saying why." };
}

function sentenceIn(data: unknown, depth: number): string | undefined {
  if (typeof data === "string") return data.trim() === "" ? undefined : data;
  if (typeof data !== "object" || data === null || depth > 3) return undefined;
  const fields = data as Record<string, unknown>;
  for (const name of ["message", "detail", "error"]) {
    const found = Object.hasOwn(fields, name) ? sentenceIn(fields[name], depth + 1) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}
