import { describe, expect, test } from "vitest";
import { type ContentBlock, translateContent, translateMessage } from "@/lib/content";

/** A block of a message whose provider is not known: as a person or a tool sends it. */
function unknownOf(block: unknown): readonly ContentBlock[] {
  return translateContent([block]);
}

function ofProvider(provider: string, content: unknown, fields: object = {}): readonly ContentBlock[] {
  return translateMessage({ type: "ai", content, response_metadata: { model_provider: provider }, ...fields });
}

describe("the two steps", () => {
  const standard = [
    { type: "text", text: "a", annotations: [{ type: "citation", url: "u" }] },
    { type: "reasoning", reasoning: "r", extras: { signature: "s" } },
    { type: "tool_call", id: "c", name: "f", args: {} },
    { type: "invalid_tool_call", id: "c", name: "f", args: "{", error: "no" },
    { type: "server_tool_call", id: "s", name: "web_search", args: { query: "q" } },
    { type: "server_tool_result", tool_call_id: "s", status: "success", output: [1] },
    { type: "image", url: "https://example.org/a.png", mime_type: "image/png" },
    { type: "video", file_id: "v" },
    { type: "audio", base64: "AAAA", mime_type: "audio/wav" },
    { type: "file", base64: "AAAA", extras: { filename: "a.pdf" } },
    { type: "text-plain", text: "plain", mime_type: "text/plain" },
    { type: "non_standard", value: { a: 1 } },
  ];

  test.each(standard)("a standard $type passes as the same object", (block) => {
    expect(unknownOf(block)[0]).toBe(block);
  });

  test("text that stands by itself becomes a text block, empty text none", () => {
    expect(translateContent("hello")).toEqual([{ type: "text", text: "hello" }]);
    expect(translateContent(["a", "", { type: "text", text: "b" }])).toEqual([
      { type: "text", text: "a" },
      { type: "text", text: "b" },
    ]);
    expect(translateContent("")).toEqual([]);
  });

  test.each([{ type: "hologram", beams: [1] }, { beams: 1 }, 7, true, [["a"]], { type: 5 }])(
    "%j is kept for the fallback",
    (block) => {
      expect(unknownOf(block)).toEqual([{ type: "non_standard", value: block }]);
    },
  );

  test("a block of a standard type with fields of other types is kept for the fallback, not passed to a reader", () => {
    for (const block of [
      { type: "text", text: 5 },
      { type: "tool_call", name: "f", args: [1] },
      { type: "image", url: { nested: true } },
      { type: "reasoning", reasoning: ["a"] },
    ]) {
      expect(unknownOf(block)).toEqual([{ type: "non_standard", value: block }]);
    }
  });

  test("with output_version v1 the content itself comes back", () => {
    const content = [
      { type: "image", data: "AAAA", mimeType: "image/png" },
      { type: "future", x: 1 },
    ];
    const message = { type: "ai", content, response_metadata: { output_version: "v1", model_provider: "openai" } };
    expect(translateMessage(message)).toBe(content);
  });
});

describe("OpenAI chat", () => {
  test.each([
    [
      { type: "image_url", image_url: { url: "https://e.org/a", detail: "low" } },
      { type: "image", url: "https://e.org/a", extras: { detail: "low" } },
    ],
    [
      { type: "image_url", image_url: "https://e.org/a" },
      { type: "image", url: "https://e.org/a" },
    ],
    [
      { type: "image_url", image_url: { url: "data:image/png;base64,iVBO" } },
      { type: "image", base64: "iVBO", mime_type: "image/png" },
    ],
    [
      { type: "input_audio", input_audio: { data: "UklG", format: "mp3" } },
      { type: "audio", base64: "UklG", mime_type: "audio/mp3" },
    ],
    [
      { type: "file", file: { filename: "a.pdf", file_data: "data:application/pdf;base64,JVBE" } },
      { type: "file", base64: "JVBE", mime_type: "application/pdf", extras: { filename: "a.pdf" } },
    ],
    [
      { type: "file", file: { file_id: "file_1" } },
      { type: "file", file_id: "file_1" },
    ],
    [
      { type: "image_url", image_url: { url: "https://e.org/a" }, cache_control: { type: "ephemeral" } },
      { type: "image", url: "https://e.org/a", extras: { cache_control: { type: "ephemeral" } } },
    ],
  ])("%j", (block, standard) => {
    expect(unknownOf(block)).toEqual([standard]);
    expect(ofProvider("openai", [block])).toEqual([standard]);
  });

  test("calls beside text are blocks after it; arguments that were no JSON make an invalid call", () => {
    const fields = {
      tool_calls: [{ type: "tool_call", id: "c1", name: "f", args: { a: 1 } }],
      invalid_tool_calls: [{ type: "invalid_tool_call", id: "c2", name: "g", args: "{", error: "bad" }],
    };
    expect(ofProvider("openai", "Hi", fields)).toEqual([
      { type: "text", text: "Hi" },
      { type: "tool_call", id: "c1", name: "f", args: { a: 1 } },
      { type: "invalid_tool_call", id: "c2", name: "g", args: "{", error: "bad" },
    ]);
  });

  test("a refusal and a recording in additional_kwargs are blocks", () => {
    const additional_kwargs = { refusal: "No.", audio: { id: "a1", data: "UklG", transcript: "hi" } };
    expect(ofProvider("openai", "", { additional_kwargs })).toEqual([
      { type: "non_standard", value: { type: "refusal", refusal: "No." } },
      { type: "audio", id: "a1", base64: "UklG", mime_type: "audio/wav", extras: { transcript: "hi" } },
    ]);
  });
});

describe("OpenAI Responses", () => {
  test.each([
    [
      {
        type: "text",
        text: "t",
        annotations: [{ type: "url_citation", url: "u", title: "T", start_index: 1, end_index: 2 }],
        id: "msg_1",
      },
      [
        {
          type: "text",
          text: "t",
          id: "msg_1",
          annotations: [
            { type: "citation", url: "u", title: "T", start_index: 1, end_index: 2, extras: { kind: "url_citation" } },
          ],
        },
      ],
    ],
    [{ type: "text", text: "t", phase: "commentary" }, [{ type: "text", text: "t", extras: { phase: "commentary" } }]],
    [
      {
        type: "reasoning",
        id: "rs_1",
        summary: [
          { type: "summary_text", text: "a" },
          { type: "summary_text", text: "b" },
        ],
        encrypted_content: "gAA",
      },
      [{ type: "reasoning", id: "rs_1", reasoning: "ab", extras: { encrypted_content: "gAA" } }],
    ],
    [
      { type: "function_call", id: "fc_1", call_id: "c1", name: "f", arguments: '{"a":1}', status: "completed" },
      [{ type: "tool_call", id: "c1", name: "f", args: { a: 1 }, extras: { item_id: "fc_1", status: "completed" } }],
    ],
    [
      { type: "custom_tool_call", call_id: "c1", name: "run", input: "1+1" },
      [{ type: "tool_call", id: "c1", name: "run", args: { input: "1+1" } }],
    ],
    [
      { type: "computer_call", id: "cu", call_id: "c1", action: { type: "click" } },
      [
        {
          type: "tool_call",
          id: "c1",
          name: "computer_use",
          args: { action: { type: "click" } },
          extras: { item_id: "cu" },
        },
      ],
    ],
    [
      {
        type: "web_search_call",
        id: "ws",
        status: "completed",
        action: { type: "search", query: "q", sources: [{ url: "u" }] },
        index: 2,
      },
      [
        {
          type: "server_tool_call",
          id: "ws",
          name: "web_search",
          args: { type: "search", query: "q" },
          index: 2,
          extras: { status: "completed" },
        },
        {
          type: "server_tool_result",
          tool_call_id: "ws",
          status: "success",
          output: { sources: [{ url: "u" }] },
          index: 3,
        },
      ],
    ],
    [
      { type: "file_search_call", id: "fs", status: "in_progress", queries: ["q"] },
      [
        {
          type: "server_tool_call",
          id: "fs",
          name: "file_search",
          args: { queries: ["q"] },
          extras: { status: "in_progress" },
        },
      ],
    ],
    [
      {
        type: "code_interpreter_call",
        id: "ci",
        code: "1",
        outputs: [{ type: "logs", logs: "1" }],
        container_id: "k",
        status: "completed",
      },
      [
        {
          type: "server_tool_call",
          id: "ci",
          name: "code_interpreter",
          args: { code: "1" },
          extras: { container_id: "k", status: "completed" },
        },
        { type: "server_tool_result", tool_call_id: "ci", status: "success", output: [{ type: "logs", logs: "1" }] },
      ],
    ],
    [
      { type: "mcp_call", id: "m", name: "look", server_label: "wiki", arguments: '{"a":1}', error: "gone" },
      [
        {
          type: "server_tool_call",
          id: "m",
          name: "remote_mcp",
          args: { a: 1 },
          extras: { tool_name: "look", server_label: "wiki", error: "gone" },
        },
        { type: "server_tool_result", tool_call_id: "m", status: "error" },
      ],
    ],
    [
      { type: "mcp_list_tools", id: "l", server_label: "wiki", tools: [{ name: "t" }] },
      [
        { type: "server_tool_call", id: "l", name: "mcp_list_tools", args: {}, extras: { server_label: "wiki" } },
        { type: "server_tool_result", tool_call_id: "l", status: "success", output: [{ name: "t" }] },
      ],
    ],
    [
      { type: "image_generation_call", id: "ig", result: "iVBO", output_format: "webp", size: "1x1" },
      [
        {
          type: "image",
          id: "ig",
          base64: "iVBO",
          mime_type: "image/webp",
          extras: { output_format: "webp", size: "1x1" },
        },
      ],
    ],
    [{ type: "output_text", text: "t" }, [{ type: "text", text: "t" }]],
    [
      { type: "input_image", image_url: "data:image/png;base64,iVBO", detail: "auto" },
      [{ type: "image", base64: "iVBO", mime_type: "image/png", extras: { detail: "auto" } }],
    ],
    [{ type: "input_file", file_url: "https://e.org/a.pdf" }, [{ type: "file", url: "https://e.org/a.pdf" }]],
    [{ type: "local_shell_call", id: "x" }, [{ type: "non_standard", value: { type: "local_shell_call", id: "x" } }]],
  ])("%j", (item, standard) => {
    expect(ofProvider("openai", [item])).toEqual(standard);
  });

  test("a settled message of LangChain.js stands in the order of the response, and says nothing twice", () => {
    const message = {
      type: "ai",
      content: [
        { type: "reasoning", reasoning: "think" },
        { type: "text", text: "answer", annotations: [] },
      ],
      tool_calls: [{ type: "tool_call", id: "c1", name: "f", args: {} }],
      additional_kwargs: {
        reasoning: { id: "rs_1", type: "reasoning", summary: [{ type: "summary_text", text: "think" }] },
        tool_outputs: [{ type: "web_search_call", id: "ws", status: "completed", action: { query: "q" } }],
      },
      response_metadata: {
        model_provider: "openai",
        output: [
          { type: "reasoning", id: "rs_1", summary: [] },
          { type: "web_search_call", id: "ws" },
          { type: "function_call", id: "fc", call_id: "c1" },
          { type: "message", id: "msg" },
        ],
      },
    };
    expect(translateMessage(message).map(({ type }) => type)).toEqual([
      ...["reasoning", "server_tool_call", "server_tool_result", "tool_call", "text"],
    ]);
  });

  test("reasoning that lost its id stands where the response has its reasoning", () => {
    const message = {
      type: "ai",
      content: "T",
      additional_kwargs: { reasoning_content: "r" },
      response_metadata: {
        output: [
          { type: "message", id: "m" },
          { type: "reasoning", id: "rs" },
        ],
      },
    };
    expect(translateMessage(message).map(({ type }) => type)).toEqual(["text", "reasoning"]);
  });

  test("a generated image is one block, and knows how it was made", () => {
    const item = { type: "image_generation_call", id: "ig", result: "iVBO", revised_prompt: "a cat" };
    const content = [
      { type: "image", mimeType: "image/png", data: "iVBO", id: "ig", metadata: { status: "completed" } },
    ];
    expect(ofProvider("openai", content, { additional_kwargs: { tool_outputs: [item] } })).toEqual([
      { type: "image", id: "ig", base64: "iVBO", mime_type: "image/png", extras: { revised_prompt: "a cat" } },
    ]);
  });
});

describe("Anthropic", () => {
  test.each([
    [
      {
        type: "text",
        text: "t",
        citations: [
          {
            type: "char_location",
            cited_text: "c",
            document_title: "D",
            document_index: 0,
            start_char_index: 1,
            end_char_index: 2,
          },
          { type: "web_search_result_location", cited_text: "w", url: "u", title: "T", encrypted_index: "e" },
          { type: "from_the_future", x: 1 },
        ],
      },
      [
        {
          type: "text",
          text: "t",
          annotations: [
            {
              type: "citation",
              cited_text: "c",
              title: "D",
              extras: { document_index: 0, start_char_index: 1, end_char_index: 2, kind: "char_location" },
            },
            {
              type: "citation",
              cited_text: "w",
              url: "u",
              title: "T",
              extras: { encrypted_index: "e", kind: "web_search_result_location" },
            },
            { type: "non_standard_annotation", value: { type: "from_the_future", x: 1 } },
          ],
        },
      ],
    ],
    [
      { type: "thinking", thinking: "t", signature: "s", index: 0 },
      [{ type: "reasoning", reasoning: "t", index: 0, extras: { signature: "s" } }],
    ],
    [
      { type: "redacted_thinking", data: "x" },
      [{ type: "non_standard", value: { type: "redacted_thinking", data: "x" } }],
    ],
    [
      { type: "tool_use", id: "u", name: "f", input: { a: 1 }, index: 1 },
      [{ type: "tool_call", id: "u", name: "f", args: { a: 1 }, index: 1 }],
    ],
    [
      { type: "tool_use", id: "u", name: "f", input: {}, partial_json: '{"a":1}' },
      [{ type: "tool_call", id: "u", name: "f", args: { a: 1 } }],
    ],
    [
      { type: "server_tool_use", id: "s", name: "code_execution", input: '{"code":"1"}' },
      [{ type: "server_tool_call", id: "s", name: "code_interpreter", args: { code: "1" } }],
    ],
    [
      { type: "mcp_tool_use", id: "m", name: "look", server_name: "wiki", input: {} },
      [
        {
          type: "server_tool_call",
          id: "m",
          name: "remote_mcp",
          args: {},
          extras: { server_name: "wiki", tool_name: "look" },
        },
      ],
    ],
    [
      { type: "web_search_tool_result", tool_use_id: "s", content: [{ type: "web_search_result", url: "u" }] },
      [
        {
          type: "server_tool_result",
          tool_call_id: "s",
          status: "success",
          output: [{ type: "web_search_result", url: "u" }],
          extras: { block_type: "web_search_tool_result" },
        },
      ],
    ],
    [
      {
        type: "code_execution_tool_result",
        tool_use_id: "s",
        content: { type: "code_execution_tool_result_error", error_code: "unavailable" },
      },
      [
        {
          type: "server_tool_result",
          tool_call_id: "s",
          status: "error",
          output: { type: "code_execution_tool_result_error", error_code: "unavailable" },
          extras: { block_type: "code_execution_tool_result" },
        },
      ],
    ],
    [
      { type: "mcp_tool_result", tool_use_id: "m", is_error: true, content: [] },
      [
        {
          type: "server_tool_result",
          tool_call_id: "m",
          status: "error",
          output: [],
          extras: { block_type: "mcp_tool_result" },
        },
      ],
    ],
    [
      {
        type: "document",
        source: { type: "base64", media_type: "application/pdf", data: "JVBE" },
        title: "T",
        context: "c",
      },
      [{ type: "file", base64: "JVBE", mime_type: "application/pdf", extras: { title: "T", context: "c" } }],
    ],
    [
      { type: "document", source: { type: "url", url: "https://e.org/a.pdf" } },
      [{ type: "file", url: "https://e.org/a.pdf" }],
    ],
    [
      { type: "document", source: { type: "text", media_type: "text/plain", data: "hi" } },
      [{ type: "text-plain", text: "hi", mime_type: "text/plain" }],
    ],
    [
      {
        type: "image",
        source: { type: "base64", media_type: "image/png", data: "iVBO" },
        cache_control: { type: "ephemeral" },
      },
      [{ type: "image", base64: "iVBO", mime_type: "image/png", extras: { cache_control: { type: "ephemeral" } } }],
    ],
    [{ type: "image", source: { type: "file", file_id: "f1" } }, [{ type: "image", file_id: "f1" }]],
  ])("%j", (block, standard) => {
    expect(ofProvider("anthropic", [block])).toEqual(standard);
  });

  test("documents and images of a person are read without knowing the provider", () => {
    expect(unknownOf({ type: "image", source: { type: "url", url: "https://e.org/a" } })).toEqual([
      { type: "image", url: "https://e.org/a" },
    ]);
    expect(unknownOf({ type: "document", source: { type: "file", file_id: "f" } })).toEqual([
      { type: "file", file_id: "f" },
    ]);
  });

  test("a call takes its arguments from the message's list, and is one block", () => {
    const content = [{ type: "tool_use", id: "u", name: "f", input: "" }];
    const fields = { tool_calls: [{ type: "tool_call", id: "u", name: "f", args: { a: 1 } }] };
    expect(ofProvider("anthropic", content, fields)).toEqual([
      { type: "tool_call", id: "u", name: "f", args: { a: 1 } },
    ]);
  });
});

describe("Google GenAI", () => {
  test.each([
    [
      { type: "inlineData", inlineData: { mimeType: "image/png", data: "iVBO" } },
      [{ type: "image", mime_type: "image/png", base64: "iVBO" }],
    ],
    [
      { inline_data: { mime_type: "audio/wav", data: "UklG" } },
      [{ type: "audio", mime_type: "audio/wav", base64: "UklG" }],
    ],
    [
      { type: "fileData", fileData: { mimeType: "application/pdf", fileUri: "gs://b/a.pdf" } },
      [{ type: "file", mime_type: "application/pdf", url: "gs://b/a.pdf" }],
    ],
    [
      { type: "file_data", file_uri: "gs://b/a", mime_type: "video/mp4" },
      [{ type: "video", mime_type: "video/mp4", url: "gs://b/a" }],
    ],
    [
      { type: "media", mime_type: "image/jpeg", data: "AAAA" },
      [{ type: "image", mime_type: "image/jpeg", base64: "AAAA" }],
    ],
    [
      { type: "functionCall", functionCall: { name: "f", args: { a: 1 } }, thoughtSignature: "sig" },
      [{ type: "tool_call", name: "f", args: { a: 1 }, extras: { thoughtSignature: "sig" } }],
    ],
    [{ type: "function_call", name: "f", args: {}, id: "x" }, [{ type: "tool_call", id: "x", name: "f", args: {} }]],
    [
      { type: "executableCode", executableCode: { language: "PYTHON", code: "1", id: "e" } },
      [{ type: "server_tool_call", id: "e", name: "code_interpreter", args: { code: "1", language: "PYTHON" } }],
    ],
    [
      { type: "codeExecutionResult", codeExecutionResult: { outcome: "OUTCOME_FAILED", output: "no", id: "e" } },
      [
        {
          type: "server_tool_result",
          tool_call_id: "e",
          status: "error",
          output: "no",
          extras: { outcome: "OUTCOME_FAILED", block_type: "code_execution_result" },
        },
      ],
    ],
    [
      { type: "code_execution_result", code_execution_result: "1", outcome: 1 },
      [
        {
          type: "server_tool_result",
          tool_call_id: "",
          status: "success",
          output: "1",
          extras: { outcome: 1, block_type: "code_execution_result" },
        },
      ],
    ],
    [
      { type: "thinking", thinking: "t", signature: "s" },
      [{ type: "reasoning", reasoning: "t", extras: { signature: "s" } }],
    ],
    [{ type: "text", text: "t", thought: true }, [{ type: "reasoning", reasoning: "t" }]],
    [{ text: "bare" }, [{ type: "text", text: "bare" }]],
    [
      { type: "functionResponse", functionResponse: { name: "f" } },
      [{ type: "non_standard", value: { type: "functionResponse", functionResponse: { name: "f" } } }],
    ],
  ])("%j", (part, standard) => {
    expect(ofProvider("google-genai", [part])).toEqual(standard);
  });

  test("a call without an id takes the one that LangChain made up, and its thought signature", () => {
    const fields = {
      tool_calls: [{ type: "tool_call", id: "made-up", name: "f", args: { a: 1 } }],
      additional_kwargs: { __gemini_function_call_thought_signatures__: { "made-up": "sig" } },
    };
    const content = [{ type: "functionCall", functionCall: { name: "f", args: { a: 1 } } }];
    expect(ofProvider("google-genai", content, fields)).toEqual([
      { type: "tool_call", id: "made-up", name: "f", args: { a: 1 }, extras: { thoughtSignature: "sig" } },
    ]);
  });
});

describe("Bedrock Converse", () => {
  test.each([
    [{ text: "bare" }, [{ type: "text", text: "bare" }]],
    [
      { type: "reasoning_content", reasoning_content: { text: "t", signature: "s" }, index: 0 },
      [{ type: "reasoning", reasoning: "t", index: 0, extras: { signature: "s" } }],
    ],
    [
      { type: "reasoning_content", reasoningText: { text: "t", signature: "s" } },
      [{ type: "reasoning", reasoning: "t", extras: { signature: "s" } }],
    ],
    [{ reasoningContent: { reasoningText: { text: "t" } } }, [{ type: "reasoning", reasoning: "t" }]],
    [
      { toolUse: { toolUseId: "u", name: "f", input: { a: 1 } } },
      [{ type: "tool_call", id: "u", name: "f", args: { a: 1 } }],
    ],
    [
      { type: "tool_use", id: "u", name: "f", input: '{"a":1}' },
      [{ type: "tool_call", id: "u", name: "f", args: { a: 1 } }],
    ],
    [
      { document: { format: "pdf", name: "n", source: { bytes: "JVBE" } } },
      [{ type: "file", mime_type: "application/pdf", base64: "JVBE", extras: { name: "n" } }],
    ],
    [
      { document: { format: "docx", source: { bytes: "UEsD" } } },
      [{ type: "file", base64: "UEsD", extras: { format: "docx" } }],
    ],
    [
      { document: { format: "txt", source: { text: "hi" } } },
      [{ type: "text-plain", mime_type: "text/plain", text: "hi" }],
    ],
    [
      { type: "image", image: { format: "jpg", source: { bytes: "/9j/" } } },
      [{ type: "image", mime_type: "image/jpeg", base64: "/9j/" }],
    ],
    [
      { type: "video", video: { format: "mp4", source: { s3Location: { uri: "s3://b/v" } } } },
      [{ type: "video", mime_type: "video/mp4", file_id: "s3://b/v" }],
    ],
    [
      {
        citationsContent: {
          content: [{ text: "t" }],
          citations: [{ title: "T", sourceContent: [{ text: "src" }], location: { documentPage: { start: 1 } } }],
        },
      },
      [
        {
          type: "text",
          text: "t",
          annotations: [
            { type: "citation", title: "T", cited_text: "src", extras: { location: { documentPage: { start: 1 } } } },
          ],
        },
      ],
    ],
    [
      { type: "cache_point", cachePoint: {} },
      [{ type: "non_standard", value: { type: "cache_point", cachePoint: {} } }],
    ],
  ])("%j", (block, standard) => {
    expect(ofProvider("bedrock_converse", [block])).toEqual(standard);
  });
});

test("Bedrock's citations beside a text, as LangChain's Python keeps them, are its annotations", () => {
  const citation = { title: "t", sourceContent: [{ text: "s" }] };
  expect(ofProvider("bedrock_converse", [{ type: "text", text: "x", citations: [citation] }])).toEqual([
    { type: "text", text: "x", annotations: [{ type: "citation", title: "t", cited_text: "s" }] },
  ]);
});

test("thinking that is a list of texts, as Mistral sends it, is reasoning", () => {
  const thinking = [
    { type: "text", text: "a" },
    { type: "text", text: "b" },
  ];
  expect(ofProvider("mistralai", [{ type: "thinking", thinking }])).toEqual([{ type: "reasoning", reasoning: "ab" }]);
});

describe("LangChain v0", () => {
  test.each([
    [
      { type: "image", source_type: "url", url: "https://e.org/a", mime_type: "image/png" },
      { type: "image", url: "https://e.org/a", mime_type: "image/png" },
    ],
    [
      { type: "audio", source_type: "base64", data: "UklG", mime_type: "audio/wav", id: "b" },
      { type: "audio", id: "b", base64: "UklG", mime_type: "audio/wav" },
    ],
    [
      { type: "file", source_type: "id", id: "file_1" },
      { type: "file", file_id: "file_1" },
    ],
    [
      { type: "file", source_type: "text", text: "hi", metadata: { a: 1 } },
      { type: "text-plain", text: "hi", mime_type: "text/plain", extras: { metadata: { a: 1 } } },
    ],
    [
      { type: "file", source_type: "text", url: "python keeps it here" },
      { type: "text-plain", text: "python keeps it here", mime_type: "text/plain" },
    ],
    [
      { type: "text", source_type: "text", text: "hi" },
      { type: "text", text: "hi" },
    ],
    [
      { type: "image", source_type: "odd", url: 5 },
      { type: "non_standard", value: { type: "image", source_type: "odd", url: 5 } },
    ],
  ])("%j", (block, standard) => {
    expect(unknownOf(block)).toEqual([standard]);
  });
});

describe("LangChain.js", () => {
  test.each([
    [
      { type: "image", mimeType: "image/png", data: "iVBO", metadata: { a: 1 } },
      { type: "image", mime_type: "image/png", base64: "iVBO", extras: { metadata: { a: 1 } } },
    ],
    [
      { type: "file", fileId: "f", mimeType: "application/pdf" },
      { type: "file", file_id: "f", mime_type: "application/pdf" },
    ],
    [
      { type: "video", url: "https://e.org/v", mimeType: "video/mp4" },
      { type: "video", url: "https://e.org/v", mime_type: "video/mp4" },
    ],
    [
      { type: "server_tool_call_result", toolCallId: "s", status: "error", output: { a: 1 } },
      { type: "server_tool_result", tool_call_id: "s", status: "error", output: { a: 1 } },
    ],
  ])("%j is spelled as the standard", (block, standard) => {
    expect(unknownOf(block)).toEqual([standard]);
  });
});

describe("reasoning in additional_kwargs", () => {
  test.each([
    ["reasoning_content", { reasoning_content: "r" }],
    ["reasoning as text", { reasoning: "r" }],
    ["reasoning as an item", { reasoning: { type: "reasoning", summary: [{ type: "summary_text", text: "r" }] } }],
    ["reasoning_text", { reasoning_text: "r" }],
    ["thinking", { thinking: "r" }],
  ])("%s comes first", (_, additional_kwargs) => {
    const message = { type: "ai", content: "t", additional_kwargs };
    expect(translateMessage(message)).toEqual([
      { type: "reasoning", reasoning: "r" },
      { type: "text", text: "t" },
    ]);
  });

  test("OpenRouter's details are read where nothing else says it, and stay", () => {
    const details = [
      { type: "reasoning.text", text: "a", signature: "s" },
      { type: "reasoning.summary", summary: "b" },
      { type: "reasoning.encrypted", data: "x" },
    ];
    const read = (kwargs: object) => translateMessage({ type: "ai", content: "", additional_kwargs: kwargs });
    expect(read({ reasoning_details: details })).toEqual([
      { type: "reasoning", reasoning: "ab", extras: { reasoning_details: details } },
    ]);
    expect(read({ reasoning_details: details, reasoning_content: "ab", reasoning: "ab" })).toHaveLength(1);
  });

  test("is not said again where the content says it", () => {
    const content = [
      { type: "thinking", thinking: "r" },
      { type: "text", text: "t" },
    ];
    const message = { type: "ai", content, additional_kwargs: { reasoning_content: "r" } };
    expect(translateMessage(message).filter(({ type }) => type === "reasoning")).toHaveLength(1);
  });

  test("with nothing but encrypted reasoning the item is a block that carries it", () => {
    const reasoning = { id: "rs", type: "reasoning", summary: [], encrypted_content: "gAA" };
    expect(translateMessage({ type: "ai", content: "t", additional_kwargs: { reasoning } })[0]).toEqual({
      ...{ type: "reasoning", id: "rs", reasoning: "", extras: { encrypted_content: "gAA" } },
    });
  });
});

describe("messages", () => {
  test("calls that are in additional_kwargs alone are calls, as in LangChain", () => {
    const call = (text: string) => ({ id: "c", type: "function", function: { name: "f", arguments: text } });
    const ofKwargs = (additional_kwargs: object, fields = {}) =>
      translateMessage({ type: "ai", content: "", additional_kwargs, ...fields });
    const read = { type: "tool_call", id: "c", name: "f", args: { a: 1 } };
    expect(ofKwargs({ tool_calls: [call('{"a":1}')] })).toEqual([read]);
    expect(ofKwargs({ tool_calls: [call('{"a"')] })).toMatchObject([{ type: "invalid_tool_call", args: '{"a"' }]);
    expect(ofKwargs({ function_call: { name: "f", arguments: '{"a":1}' } })).toEqual([{ ...read, id: null }]);
    const tool_calls = [{ id: "c", name: "f", args: { a: 1 } }];
    expect(ofKwargs({ tool_calls: [call('{"a":1}')] }, { tool_calls })).toEqual([read]);
  });

  test("a single chunk keeps its calls as chunks", () => {
    const chunk = {
      type: "AIMessageChunk",
      content: "",
      tool_call_chunks: [{ id: "c", name: "f", args: '{"a', index: 0 }],
    };
    expect(translateMessage(chunk)).toEqual([{ type: "tool_call_chunk", id: "c", name: "f", args: '{"a', index: 0 }]);
    expect(translateMessage({ ...chunk, chunk_position: "last" })[0]).toMatchObject({ type: "invalid_tool_call" });
  });

  test("invalid calls without name and id belong to a server tool and are none of ours", () => {
    const message = {
      type: "ai",
      content: "",
      invalid_tool_calls: [{ name: "", args: "{}", error: "Malformed args." }],
    };
    expect(translateMessage(message)).toEqual([]);
  });

  test.each([
    null,
    undefined,
    5,
    "text",
    [],
    {},
    { content: null },
    { content: 7 },
    { content: { type: "text", text: "one block" } },
  ])("%j does not throw", (message) => {
    expect(Array.isArray(translateMessage(message))).toBe(true);
  });
});

test("a call that a message lists as broken among its calls too, as our server does, is one invalid call", () => {
  const text = '{"to":"in';
  expect(
    translateMessage({
      type: "ai",
      content: "",
      tool_calls: [{ id: "k", name: "mail", args: { to: "in" } }],
      invalid_tool_calls: [{ id: "k", name: "mail", args: text, error: "Unterminated string" }],
    }),
  ).toEqual([{ type: "invalid_tool_call", id: "k", name: "mail", args: text, error: "Unterminated string" }]);
});
