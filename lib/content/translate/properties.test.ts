import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { contentBlockSchema, createContentStream, translateContent, translateMessage } from "@/lib/content";
import { asStandardBlock } from "./standard-block";

const TYPES = [
  ...[
    "text",
    "reasoning",
    "tool_call",
    "tool_call_chunk",
    "invalid_tool_call",
    "server_tool_call",
    "server_tool_result",
  ],
  ...[
    "server_tool_call_chunk",
    "image",
    "video",
    "audio",
    "file",
    "text-plain",
    "non_standard",
    "thinking",
    "document",
  ],
  ...[
    "tool_use",
    "server_tool_use",
    "mcp_tool_use",
    "web_search_tool_result",
    "input_json_delta",
    "image_url",
    "input_audio",
  ],
  ...["output_text", "function_call", "custom_tool_call", "web_search_call", "mcp_call", "code_interpreter_call"],
  ...[
    "image_generation_call",
    "tool_search_output",
    "input_image",
    "input_file",
    "inlineData",
    "functionCall",
    "media",
  ],
  ...["executable_code", "code_execution_result", "reasoning_content", "server_tool_call_result", "odd", undefined],
];
const KEYS = [
  ...[
    "id",
    "text",
    "reasoning",
    "thinking",
    "name",
    "args",
    "input",
    "url",
    "base64",
    "data",
    "mime_type",
    "mimeType",
    "file_id",
  ],
  ...[
    "source",
    "source_type",
    "image_url",
    "input_audio",
    "file",
    "summary",
    "content",
    "output",
    "status",
    "error",
    "citations",
  ],
  ...[
    "annotations",
    "extras",
    "index",
    "tool_use_id",
    "tool_call_id",
    "call_id",
    "arguments",
    "partial_json",
    "code",
    "outputs",
  ],
  ...[
    "results",
    "action",
    "queries",
    "tools",
    "inlineData",
    "functionCall",
    "executableCode",
    "codeExecutionResult",
    "fileData",
  ],
  ...[
    "toolUse",
    "citationsContent",
    "document",
    "image",
    "video",
    "reasoningContent",
    "reasoning_content",
    "thought",
    "outcome",
  ],
  ...[
    "executable_code",
    "code_execution_result",
    "language",
    "signature",
    "cache_control",
    "result",
    "value",
    "anything",
  ],
];
const INNER = [
  "text",
  "url",
  "data",
  "media_type",
  "format",
  "file_data",
  "uri",
  "name",
  "query",
  "sources",
  "type",
  "toolUseId",
  "bytes",
];
const PROVIDERS = [undefined, "openai", "anthropic", "google-genai", "bedrock_converse", "unheard-of"];

/** A value whose every text is one of a kind, so that it can be looked for. */
let marker = 0;
const mark = fc.constant(undefined).map(() => `«${marker++}»`);
const value: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 6, arbitrary: mark },
  { weight: 2, arbitrary: fc.dictionary(fc.constantFrom(...INNER), mark, { maxKeys: 3 }) },
  {
    weight: 1,
    arbitrary: fc.array(fc.oneof(mark, fc.dictionary(fc.constantFrom(...INNER), mark, { maxKeys: 3 })), {
      maxLength: 2,
    }),
  },
);
const block = fc
  .tuple(fc.constantFrom(...TYPES), fc.dictionary(fc.constantFrom(...KEYS), value, { maxKeys: 6 }))
  // Extras are the provider's own fields: they are named like none of those that a block has beside them.
  .map(([type, { extras, ...fields }]) => ({
    ...fields,
    ...(extras !== undefined && { extras: { own: extras } }),
    ...(type !== undefined && { type }),
  }));

/** The texts in a value, but for types: what a provider calls a thing is what translation changes. */
function textsIn(part: unknown): string[] {
  if (typeof part === "string") return [part];
  if (Array.isArray(part)) return part.flatMap(textsIn);
  if (typeof part !== "object" || part === null) return [];
  return Object.entries(part).flatMap(([key, inner]) => (key === "type" ? [] : textsIn(inner)));
}

const messages = fc.record({
  type: fc.constant("ai"),
  content: fc.array(block, { maxLength: 3 }),
  response_metadata: fc.constantFrom(...PROVIDERS).map((model_provider) => ({ model_provider })),
});

describe("translation", () => {
  test("drops nothing: every text of a block is in what it becomes", () => {
    fc.assert(
      fc.property(messages, (message) => {
        const said = JSON.stringify(translateMessage(message));
        for (const part of message.content) {
          for (const text of textsIn(part)) expect(said).toContain(text);
        }
      }),
      { numRuns: 3000 },
    );
  });

  test("makes blocks of the standard's types", () => {
    fc.assert(
      fc.property(messages, (message) => {
        for (const made of translateMessage(message)) {
          const { success, error } = contentBlockSchema.safeParse(made);
          expect(success, `${JSON.stringify(made)}: ${error?.message}`).toBe(true);
        }
      }),
      { numRuns: 2000 },
    );
  });

  test("passes exactly what the schema of its type accepts, and no dialect", () => {
    fc.assert(
      fc.property(block, (given) => {
        const passed = asStandardBlock(JSON.parse(JSON.stringify(given)));
        if (passed) expect(contentBlockSchema.safeParse(passed).success).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });

  test("neither changes what it reads nor throws, for any JSON", () => {
    fc.assert(
      fc.property(fc.oneof(messages, fc.jsonValue()), (given) => {
        const before = JSON.stringify(given);
        translateMessage(given);
        translateContent(given);
        expect(JSON.stringify(given)).toBe(before);
      }),
      { numRuns: 1500 },
    );
  });

  test("gives a settled message the blocks that its chunks gave, one chunk a block", () => {
    const standard = fc.record({ type: fc.constantFrom("text", "reasoning"), index: fc.nat(3), n: fc.nat() });
    fc.assert(
      fc.property(fc.uniqueArray(standard, { selector: ({ index }) => index, maxLength: 4 }), (parts) => {
        const content = parts.map(({ type, index, n }) => ({ type, index, [type]: `${n}` }));
        const stream = createContentStream();
        for (const part of content) stream.feed({ content: [part] });
        stream.finish();
        expect(stream.snapshot()).toEqual(translateMessage({ type: "ai", content }));
      }),
      { numRuns: 200 },
    );
  });
});
