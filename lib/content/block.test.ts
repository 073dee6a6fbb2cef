import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import * as content from ".";

describe("the schemas", () => {
  test.each([
    { type: "text", text: "a", annotations: [{ type: "citation", cited_text: "b" }], index: 0 },
    { type: "reasoning", id: "r", extras: { signature: "s" } },
    { type: "tool_call", id: null, name: "f", args: { a: [1] } },
    { type: "tool_call_chunk", id: "c", name: "f", args: '{"a', index: "lc_tc_0" },
    { type: "invalid_tool_call", id: "c", name: null, args: "{", error: "cut off" },
    { type: "server_tool_call", id: "s", name: "web_search", args: {} },
    { type: "server_tool_call_chunk", args: "{" },
    { type: "server_tool_result", tool_call_id: "s", status: "error", output: [1] },
    { type: "image", url: "u", file_id: "f", mime_type: "image/png", base64: "AA==", extras: {} },
    { type: "video", url: "u" },
    { type: "audio", base64: "AA==" },
    { type: "file", file_id: "f" },
    { type: "text-plain", text: "t", title: "T", context: "c", mime_type: "text/plain" },
    { type: "non_standard", value: { any: "thing" }, unknown_field: 1 },
  ])("accept $type as it is, unknown fields too", (block) => {
    expect(content.contentBlockSchema.parse({ ...block, own: 1 })).toEqual({ ...block, own: 1 });
  });

  test.each([
    { type: "text" },
    { type: "tool_call", name: "f", args: "{}" },
    { type: "image", url: 5 },
    { type: "hologram" },
    {},
  ])("refuse %j", (block) => {
    expect(content.contentBlockSchema.safeParse(block).success).toBe(false);
  });

  test.each([
    { type: "human", content: [{ type: "image", url: "u" }, "text"] },
    { type: "ai", content: "", tool_calls: [{ id: "c", name: "f", args: {} }], usage_metadata: { input_tokens: 1 } },
    { type: "system", content: "s", additional_kwargs: { __openai_role__: "developer" } },
    { type: "tool", content: "", tool_call_id: "c", status: "error", artifact: { rows: [1] } },
    { type: "remove", id: "m" },
    { type: "unknown", value: { type: "telepathy" } },
  ])("accept a message of type $type", (message) => {
    expect(content.messageSchema.parse(message)).toEqual(message);
  });

  test("are those of the door, with citations", () => {
    expect(content.citationSchema.parse({ type: "citation", url: "u", own: 1 })).toEqual({
      type: "citation",
      url: "u",
      own: 1,
    });
    expect(content.nonStandardAnnotationSchema.safeParse({ type: "non_standard_annotation", value: 1 }).success).toBe(
      true,
    );
  });
});

describe("citations", () => {
  test.each([
    [
      { type: "citation", cited_text: "c", start_index: 1, extras: { a: 1 } },
      { type: "citation", cited_text: "c", start_index: 1, extras: { a: 1 } },
    ],
    [
      { type: "citation", citedText: "c", startIndex: 1, endIndex: 2, title: "T" },
      { type: "citation", cited_text: "c", start_index: 1, end_index: 2, title: "T" },
    ],
    [
      { type: "url_citation", url: "u", title: "T" },
      { type: "citation", url: "u", title: "T", extras: { kind: "url_citation" } },
    ],
    [
      { type: "url_citation", url_citation: { url: "u", title: "T", start_index: 1 } },
      { type: "citation", url: "u", title: "T", start_index: 1, extras: { kind: "url_citation" } },
    ],
    [
      { type: "file_citation", filename: "F", file_id: "f", index: 3 },
      { type: "citation", title: "F", extras: { file_id: "f", index: 3, kind: "file_citation" } },
    ],
    [
      { type: "page_location", document_title: "D", start_page_number: 1 },
      { type: "citation", title: "D", extras: { start_page_number: 1, kind: "page_location" } },
    ],
    [
      { title: "T", sourceContent: [{ text: "a" }, { text: "b" }] },
      { type: "citation", title: "T", cited_text: "ab" },
    ],
  ])("%j", (annotation, citation) => {
    expect(content.readCitation(annotation)).toEqual(citation);
  });

  test.each([null, 5, {}, { type: "file_path" }, { type: 7 }])("%j is none", (annotation) => {
    expect(content.readCitation(annotation)).toBeUndefined();
  });
});

test("docs/messages.md names every function of the door", () => {
  const docs = readFileSync(join(import.meta.dirname, "../../docs/messages.md"), "utf8");
  const functions = Object.entries(content).flatMap(([name, value]) => (typeof value === "function" ? [name] : []));
  expect(functions.length).toBeGreaterThan(15);
  expect(functions.filter((name) => !docs.includes(`\`${name}`))).toEqual([]);
});
