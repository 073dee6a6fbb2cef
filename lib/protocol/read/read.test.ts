import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { assistantSchema } from "../assistant";
import { attachmentSchema } from "../attachment";
import { errorBodySchema } from "../error-body";
import { eventDataSchemas, type KnownEvent } from "../event";
import { feedbackSchema } from "../feedback";
import { headlessEditedSchema, headlessFailureSchema, headlessPayloadSchema } from "../headless-payload";
import { infoSchema } from "../info";
import { wireMessageSchema } from "../message";
import { messagesPageSchema } from "../messages-page";
import { claimSchema, runSchema } from "../run";
import { threadSchema, threadStateSchema } from "../thread";
import { toolProgressSchema } from "../tool-progress";
import {
  readAssistants,
  readAttachment,
  readClaim,
  readErrorBody,
  readInfo,
  readRun,
  readRuns,
  readThread,
  readThreadState,
  readThreadStates,
  readThreads,
} from "./read-answers";
import { interruptsOf, readEvent } from "./read-event";
import { readFeedback } from "./read-feedback";
import { readWireMessage } from "./read-message";
import { readMessagesPage } from "./read-messages-page";
import { readHeadlessEdited, readHeadlessFailure, readHeadlessPayload, readToolProgress } from "./read-payloads";
import type { Read } from "./shape";

const MESSAGE = {
  type: "AIMessageChunk",
  id: "m1",
  content: [{ type: "text", text: "Hi" }],
  name: "model",
  additional_kwargs: { a: 1 },
  response_metadata: { model_name: "m" },
  tool_calls: [{ name: "add", args: { a: 1 }, id: "c1", type: "tool_call" }],
  tool_call_chunks: [{ name: "add", args: '{"a"', id: "c1", index: 0 }],
  invalid_tool_calls: [{ name: "x" }],
  usage_metadata: { input_tokens: 1, output_tokens: 2, total_tokens: 3 },
  chunk_position: "last",
  tool_call_id: "c1",
  status: "success",
  artifact: { any: "thing" },
};
const ATTACHMENT = {
  id: "a",
  url: "/attachments/a",
  name: "a.png",
  kind: "image",
  mime_type: "image/png",
  size: 1,
  created_at: "2026-01-01",
  width: 1,
  height: 1,
  has_thumbnail: true,
};
const INTERRUPT = { id: "i1", value: { question: "?" } };
const CHECKPOINT = { thread_id: "t", checkpoint_ns: "", checkpoint_id: "c", checkpoint_map: { "": "c" } };
const FAILURE = { error: "Error", message: "no", code: "internal" };
const RUN = {
  run_id: "r",
  thread_id: "t",
  assistant_id: "a",
  status: "running",
  created_at: "2026-01-01",
  updated_at: "2026-01-01",
  metadata: { a: 1 },
  multitask_strategy: "reject",
  error: FAILURE,
};
const THREAD = {
  thread_id: "t",
  created_at: "2026-01-01",
  updated_at: "2026-01-01",
  metadata: { title: "T" },
  status: "idle",
  values: { messages: [] },
  interrupts: { task: [INTERRUPT] },
};
const STATE = {
  values: { messages: [MESSAGE] },
  next: ["model"],
  tasks: [{ id: "k", name: "model", error: "no", interrupts: [INTERRUPT], result: { a: 1 } }],
  metadata: { step: 1 },
  created_at: "2026-01-01",
  checkpoint: CHECKPOINT,
  parent_checkpoint: CHECKPOINT,
  messages_kept: 3,
  earlier_messages: 3,
};
const PAGE = {
  thread_id: "t",
  checkpoint_id: "c",
  messages: [
    {
      message: MESSAGE,
      position: 0,
      checkpoint_id: null,
      parent_checkpoint_id: "p",
      siblings: [{ checkpoint_id: "c", head_checkpoint_id: "h" }],
    },
  ],
  total: 1,
  next_before: null,
};
const ASSISTANT = {
  assistant_id: "a",
  graph_id: "agent",
  name: "Agent",
  description: "d",
  config: {},
  context: {},
  metadata: { created_by: "system" },
  version: 1,
  created_at: "2026",
  updated_at: "2026",
};
const INFO = {
  version: "1",
  flags: { assistants: true },
  toolweave: {
    attachments: { max_bytes: 1, max_per_message: 1, kinds: ["image"] },
    models: { m: { context_tokens: 8, price: { currency: "USD", input: 1, output: 2, cached_input: 0.5 } } },
    model_choices: [{ id: "m", title: "M", isDemo: true, problem: { code: "model_key_missing", message: "no key" } }],
    model: { id: "m", isDemo: true, problem: { code: "model_key_missing", message: "no key" } },
    agents: [
      {
        id: "agent",
        title: "Agent",
        description: "d",
        has_own_model: true,
        tools: [{ name: "add", title: "Add", isHeadless: false }],
        suggestions: [{ title: "t", detail: "d", prompt: "p", icon: "i" }],
      },
    ],
  },
};

type Pair = readonly [name: string, schema: z.ZodType, read: (value: unknown) => Read<unknown>, samples: unknown[]];

const PAIRS: readonly Pair[] = [
  ["a message", wireMessageSchema, readWireMessage, [MESSAGE, { type: "human", content: "Hi" }]],
  ["a thread", threadSchema, readThread, [THREAD]],
  ["threads", z.array(threadSchema), readThreads, [[THREAD, THREAD]]],
  ["a state", threadStateSchema, readThreadState, [STATE]],
  ["states", z.array(threadStateSchema), readThreadStates, [[STATE, STATE]]],
  ["a page of messages", messagesPageSchema, readMessagesPage, [PAGE]],
  ["a run", runSchema, readRun, [RUN]],
  ["runs", z.array(runSchema), readRuns, [[RUN]]],
  [
    "a claim",
    claimSchema,
    readClaim,
    [{ interrupt_id: "i", holder: "h", lease_expires_at: "2026", previous_holder: "p" }],
  ],
  ["the server's words on itself", infoSchema, readInfo, [INFO]],
  ["assistants", z.array(assistantSchema), readAssistants, [[ASSISTANT]]],
  ["attachment", attachmentSchema, readAttachment, [ATTACHMENT]],
  [
    "feedback",
    feedbackSchema,
    readFeedback,
    [{ rating: "down", comment: "It is 36." }, { rating: "up" }, { rating: "up", comment: "x".repeat(2000) }],
  ],
  ["an error body", errorBodySchema, readErrorBody, [{ code: "busy", message: "no", field: "input.a" }]],
  [
    "progress",
    toolProgressSchema,
    readToolProgress,
    [{ type: "tool_progress", tool_call_id: "c", progress: 0.5, message: "m" }],
  ],
  [
    "a headless payload",
    headlessPayloadSchema,
    readHeadlessPayload,
    [
      { type: "tool", toolCall: { id: "c", name: "n", args: {} } },
      { type: "tool", tool_call: { id: null, name: "n", args: {} } },
    ],
  ],
  [
    "a headless failure",
    headlessFailureSchema,
    readHeadlessFailure,
    [{ type: "toolweave.tool_error", code: "c", message: "m" }],
  ],
  [
    "an edited result",
    headlessEditedSchema,
    readHeadlessEdited,
    [{ type: "toolweave.edited_result", value: 1, edited_args: { a: 1 } }],
  ],
  ...Object.entries({
    metadata: [{ run_id: "r", attempt: 1 }],
    messages: [
      [MESSAGE, { langgraph_node: "model", langgraph_step: 1, langgraph_checkpoint_ns: "model:1", tags: ["a"] }],
      [{ type: "ai", content: "" }],
    ],
    updates: [{ model: { messages: [MESSAGE] }, __interrupt__: [INTERRUPT] }],
    values: [{ messages: [] }],
    custom: ["anything"],
    tools: [{ event: "on_tool_start", toolCallId: "c", name: "add", data: 1, output: 2, error: 3 }],
    end: [null],
  }).map(([name, samples]): Pair => [`a ${name} event`, schemaOf(name), (value) => readNamed(name, value), samples]),
];

function schemaOf(name: string): z.ZodType {
  return eventDataSchemas[name as KnownEvent["event"]];
}

function readNamed(name: string, value: unknown): Read<unknown> {
  const event = readEvent({ event: name, id: "", data: JSON.stringify(value) ?? "" });
  return event.event === "unknown"
    ? { success: false, reason: event.reason ?? "" }
    : { success: true, data: event.data };
}

const ODD: readonly unknown[] = [null, "", "text", 0, 2, -1, 1.5, true, [], {}, [null], { id: 1 }, [[]], "running"];

/** A value as it travels, with one part replaced or taken out, wherever in the depth. */
function mutate(sample: unknown, picks: readonly number[], odd: number): unknown {
  const [pick = 0, ...rest] = picks;
  if (typeof sample !== "object" || sample === null || picks.length === 0) return ODD[odd % ODD.length];
  const keys = Object.keys(sample);
  const key = keys[pick % (keys.length + 1)];
  if (key === undefined) return ODD[odd % ODD.length];
  const inner = (sample as Record<string, unknown>)[key];
  const isTakenOut = odd % 5 === 0 && rest.length === 0;
  if (Array.isArray(sample)) {
    return sample.flatMap((item, index) =>
      String(index) !== key ? [item] : isTakenOut ? [] : [mutate(item, rest, odd)],
    );
  }
  const { [key]: _taken, ...others } = sample as Record<string, unknown>;
  return isTakenOut ? others : { ...others, [key]: mutate(inner, rest, odd) };
}

function expectSame(schema: z.ZodType, read: Pair[2], value: unknown): boolean {
  const json: unknown = JSON.parse(JSON.stringify(value) ?? "null");
  const law = schema.safeParse(json);
  const found = read(json);
  expect({ value: json, isRead: found.success }).toEqual({ value: json, isRead: law.success });
  if (law.success && found.success) expect(found.data).toEqual(law.data);
  return found.success;
}

describe.each(PAIRS)("%s", (_name, schema, read, samples) => {
  test("is read as by its schema, whole and with any one part changed", () => {
    for (const sample of samples) expect(expectSame(schema, read, sample)).toBe(true);
    fc.assert(
      fc.property(
        fc.constantFrom(...samples),
        fc.array(fc.nat(20), { minLength: 1, maxLength: 6 }),
        fc.nat(1000),
        (sample, picks, odd) => void expectSame(schema, read, mutate(sample, picks, odd)),
      ),
      { numRuns: 400 },
    );
  });

  test("is read as by its schema when it is any JSON value", () => {
    const json = fc.jsonValue().filter((value) => !JSON.stringify(value).includes("__proto__"));
    fc.assert(fc.property(json, (value) => void expectSame(schema, read, value)));
  });
});

test("what cannot be read says where it is wrong", () => {
  expect(readRun({ ...RUN, error: { ...FAILURE, code: 3 } })).toEqual({
    success: false,
    reason: '"error.code" is missing or has another shape',
  });
  const event = readEvent({
    event: "messages|sub:1",
    id: "",
    data: '[{"type":"ai","tool_calls":[{"args":{},"name":1}]},{}]',
  });
  expect(event).toMatchObject({
    event: "unknown",
    name: "messages",
    namespace: ["sub:1"],
    reason: '"tool_calls.0.name" is missing or has another shape',
  });
});

test("interrupts with one that has no id are none", () => {
  expect(interruptsOf({ __interrupt__: [INTERRUPT] })).toEqual([INTERRUPT]);
  expect(interruptsOf({ __interrupt__: [INTERRUPT, { value: 1 }] })).toEqual([]);
});

const place = resolve(import.meta.dirname, "../../../../shared/wire/exchanges.jsonl");

describe.skipIf(!existsSync(place))("what a LangGraph server said (recordings beside the repository)", () => {
  test("is read as by the schemas, whole and with parts changed", () => {
    const parts = recordedParts();
    let read = 0;
    let refused = 0;
    for (const [index, [schema, reader, value]] of parts.entries()) {
      if (expectSame(schema, reader, value)) read += 1;
      for (let turn = 0; turn < 5; turn += 1) {
        const picks = [index + turn, index * 3 + turn, turn, index, turn];
        if (!expectSame(schema, reader, mutate(value, picks.slice(0, 1 + (index % 5)), index + turn))) refused += 1;
      }
    }
    expect(read).toBeGreaterThan(500);
    expect(refused).toBeGreaterThan(200);
  });
});

/** Every event and every answer of the recordings that a reader of ours is for. */
function recordedParts(): [z.ZodType, Pair[2], unknown][] {
  const lines = readFileSync(place, "utf8").split("\n").filter(Boolean);
  return lines.flatMap((line) => {
    const { request, response } = JSON.parse(line);
    const parts: [z.ZodType, Pair[2], unknown][] = [];
    for (const { event, data } of response.sse ?? []) {
      const [name] = event.split("|");
      if (Object.hasOwn(eventDataSchemas, name) && name !== "error") {
        parts.push([schemaOf(name), (value) => readNamed(name, value), data]);
      }
    }
    const route = `${request.method} ${request.path.split("?")[0]}`;
    const answer = response.body;
    if (/^GET \/threads\/[^/]+\/state$/.test(route)) parts.push([threadStateSchema, readThreadState, answer]);
    if (/^(POST \/threads|GET \/threads\/[^/]+)$/.test(route)) parts.push([threadSchema, readThread, answer]);
    if (/^GET \/threads\/[^/]+\/runs$/.test(route)) parts.push([z.array(runSchema), readRuns, answer]);
    if (/^GET \/threads\/[^/]+\/runs\/[^/]+$/.test(route)) parts.push([runSchema, readRun, answer]);
    return parts;
  });
}
