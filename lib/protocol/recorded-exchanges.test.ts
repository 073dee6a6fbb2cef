import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import {
  assistantSchema,
  createThreadSchema,
  drawableGraphSchema,
  foundItemsSchema,
  foundNamespacesSchema,
  graphSchemasSchema,
  historyRequestSchema,
  itemSchema,
  listNamespacesSchema,
  putItemSchema,
  readEvent,
  runRequestSchema,
  runSchema,
  searchAssistantsSchema,
  searchItemsSchema,
  searchThreadsSchema,
  threadSchema,
  threadStateSchema,
  updatedStateSchema,
  updateStateSchema,
} from ".";

type Exchange = {
  name: string;
  request: { method: string; path: string; body?: unknown };
  response: { status: number; body?: unknown; sse?: { event: string; id?: string; data: unknown }[] };
};

const place = resolve(import.meta.dirname, "../../../shared/wire/exchanges.jsonl");
const hasRecordings = existsSync(place);
const recorded: Exchange[] = hasRecordings
  ? readFileSync(place, "utf8")
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line))
  : [];

/** What a request and its answer are read with, by method and path. */
const READERS: readonly (readonly [route: RegExp, request: z.ZodType | undefined, response: z.ZodType | undefined])[] =
  [
    [/^POST \/threads$/, createThreadSchema, threadSchema],
    [/^POST \/threads\/search$/, searchThreadsSchema, z.array(threadSchema.partial())],
    [/^(GET|PATCH) \/threads\/[^/]+$/, undefined, threadSchema],
    [/^POST \/threads\/[^/]+\/copy$/, undefined, threadSchema],
    [/^GET \/threads\/[^/]+\/state/, undefined, threadStateSchema],
    [/^POST \/threads\/[^/]+\/state$/, updateStateSchema, updatedStateSchema],
    [/^(GET|POST) \/threads\/[^/]+\/history$/, historyRequestSchema, z.array(threadStateSchema)],
    [/^POST \/threads\/[^/]+\/runs$/, runRequestSchema, runSchema],
    [/^POST (\/threads\/[^/]+)?\/runs\/(stream|wait)$/, runRequestSchema, undefined],
    [/^GET \/threads\/[^/]+\/runs$/, undefined, z.array(runSchema)],
    [/^GET \/threads\/[^/]+\/runs\/[^/]+$/, undefined, runSchema],
    [/^POST \/assistants\/search$/, searchAssistantsSchema, z.array(assistantSchema.partial())],
    [/^GET \/assistants\/[^/]+$/, undefined, assistantSchema],
    [/^GET \/assistants\/[^/]+\/graph$/, undefined, drawableGraphSchema],
    [/^GET \/assistants\/[^/]+\/schemas$/, undefined, graphSchemasSchema],
    [/^PUT \/store\/items$/, putItemSchema, undefined],
    [/^GET \/store\/items$/, undefined, itemSchema.nullable()],
    [/^POST \/store\/items\/search$/, searchItemsSchema, foundItemsSchema],
    [/^POST \/store\/namespaces$/, listNamespacesSchema, foundNamespacesSchema],
  ];

/** One exchange was recorded as text, since it was sent as text. */
const bodyOf = (body: unknown): unknown => (typeof body === "string" ? JSON.parse(body) : (body ?? {}));

describe.skipIf(!hasRecordings)("what a LangGraph server said (recordings beside the repository)", () => {
  const accepted = recorded.filter(({ response }) => response.status === 200);

  test("is read by the schemas of requests and answers", () => {
    let read = 0;
    for (const { name, request, response } of accepted) {
      const route = `${request.method} ${request.path.split("?")[0]}`;
      const reader = READERS.find(([pattern]) => pattern.test(route));
      if (!reader) continue;
      const [, requestSchema, responseSchema] = reader;
      read += 1;
      if (requestSchema) {
        const result = requestSchema.safeParse(bodyOf(request.body));
        expect([name, result.error?.issues]).toEqual([name, undefined]);
      }
      if (responseSchema && response.body !== undefined) {
        const result = responseSchema.safeParse(response.body);
        expect([name, result.error?.issues]).toEqual([name, undefined]);
      }
    }
    expect(read).toBeGreaterThan(150);
  });

  test("is read event by event: what is known is known", () => {
    const known = /^(metadata|messages|updates|values|custom|tools|error)(\||$)/;
    let read = 0;
    for (const { name, response } of accepted) {
      for (const { event, id, data } of response.sse ?? []) {
        const told = readEvent({ event, id: id ?? "", data: JSON.stringify(data) });
        if (known.test(event)) expect([name, event, told.event]).toEqual([name, event, event.split("|")[0]]);
        read += 1;
      }
    }
    expect(read).toBeGreaterThan(500);
  });
});

// These stand in for the recordings where they are absent.
describe("shapes that real clients send", () => {
  test.each([
    [{ assistant_id: "a", input: null, command: { resume: false }, config: null, checkpoint: null }],
    [{ assistant_id: "a", checkpoint: { checkpoint_id: "c", checkpoint_ns: "", checkpoint_map: null } }],
    [{ assistant_id: "a", stream_mode: [], interrupt_before: "*", interrupt_after: ["x"], on_completion: "keep" }],
    [{ assistant_id: "a", stream_mode: "values", webhook: null, after_seconds: null, strict_resume: true }],
  ])("are runs: %j", (body) => {
    expect(runRequestSchema.safeParse(body).error).toBeUndefined();
  });

  test.each([
    [{ assistant_id: "" }],
    [{ assistant_id: "a", command: "go" }],
    [{ assistant_id: "a", stream_mode: "loud" }],
    [{ assistant_id: "a", multitask_strategy: "later" }],
    [{ assistant_id: "a", interrupt_before: "some" }],
  ])("are no runs: %j", (body) => {
    expect(runRequestSchema.safeParse(body).success).toBe(false);
  });
});
