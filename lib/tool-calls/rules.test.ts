// The rules M1 to M5 of `createToolCallStream`, on streams that do not identify their calls properly.
import { describe, expect, it } from "vitest";
import { createToolCallStream, type ToolCall, type ToolCallStreamOptions } from ".";

function callsOf(chunks: readonly unknown[], options?: ToolCallStreamOptions): readonly ToolCall[] {
  const stream = createToolCallStream(options);
  for (const chunk of chunks) stream.feed(chunk);
  stream.finish();
  return stream.snapshot().calls;
}

/** Id, name and argument text of each call. */
function summary(chunks: readonly unknown[], options?: ToolCallStreamOptions): string[] {
  return callsOf(chunks, options).map(({ id, name, argsText }) => `${id} ${name} ${argsText}`);
}

describe("M1: what counts as an id or an index", () => {
  it.each([null, undefined, "", "null", "undefined", {}, true])("takes the id %j for none and makes one up", (id) => {
    expect(summary([{ index: 0, id, name: "find", args: "{}" }])).toEqual(["local-call-0 find {}"]);
  });

  it("takes a number for its digits, and '0' for a real id", () => {
    expect(summary([{ index: 0, id: 7, name: "a", args: "{}" }])).toEqual(["7 a {}"]);
    const twice = [
      { index: 0, id: "0", name: "a", args: "{}" },
      { index: 0, id: "1", name: "a", args: "{}" },
    ];
    expect(summary(twice)).toEqual(["0 a {}", "1 a {}"]);
  });

  it("takes a digit string for the number, and any other string for a key", () => {
    const flipping = [
      { index: 3, id: "k", name: "a", args: "{" },
      { index: "3", args: "}" },
    ];
    expect(summary(flipping)).toEqual(["k a {}"]);
    const keyed = [
      { index: "left", name: "a", args: "{" },
      { index: "right", name: "b" },
      { index: "left", args: "}" },
    ];
    expect(summary(keyed)).toEqual(["local-call-0 a {}", "local-call-1 b "]);
    expect(callsOf(keyed).map(({ index }) => index)).toEqual(["left", "right"]);
  });

  it("takes no missing index for 0", () => {
    const stream = createToolCallStream();
    stream.feed({ id: "k", name: "a", args: "{" });
    stream.feed({ index: 0, args: "}" });
    expect(stream.snapshot()).toMatchObject({ calls: [{ argsText: "{", index: undefined }], strayChunks: 1 });
  });

  it("keeps long digit strings apart, which as numbers would be equal", () => {
    const long = [
      { index: "90071992547409930", name: "a" },
      { index: "90071992547409931", name: "b" },
    ];
    expect(callsOf(long)).toHaveLength(2);
  });
});

describe("M2: which call a chunk belongs to", () => {
  it("follows a known id, whatever the index", () => {
    const chunks = [
      { index: 0, id: "a", name: "find", args: "{" },
      { index: 1, id: "b", name: "sum", args: "{" },
      { index: 1, id: "a", args: "}" },
      { index: 1, args: "}" },
    ];
    expect(summary(chunks)).toEqual(["a find {}", "b sum {}"]);
  });

  it("lets a new index lead to the call whose id came with it", () => {
    const chunks = [
      { index: 0, id: "a", name: "find", args: "{" },
      { index: 1, id: "a", args: '"q":' },
      { index: 1, args: "1}" },
    ];
    expect(summary(chunks)).toEqual(['a find {"q":1}']);
  });

  it("opens a call for another real id with a name, on the same index", () => {
    const chunks = [
      { index: 0, id: "a", name: "find", args: "" },
      { index: 0, args: "{}" },
      { index: 0, id: "b", name: "sum", args: "" },
      { index: 0, args: '{"n":2}' },
    ];
    expect(summary(chunks)).toEqual(["a find {}", 'b sum {"n":2}']);
  });

  it("goes on with the call for another id without a name; the first real id wins", () => {
    const chunks = [
      { index: 0, id: "a", name: "find", args: "{" },
      { index: 0, id: "b", args: "}" },
    ];
    expect(summary(chunks)).toEqual(["a find {}"]);
  });

  it("opens a call for a name once the arguments before are complete, also without index and id", () => {
    expect(
      summary([
        { id: "", name: "find", args: '{"q":1}' },
        { id: "", name: "sum", args: "{}" },
      ]),
    ).toEqual(['local-call-0 find {"q":1}', "local-call-1 sum {}"]);
  });

  it("goes on with the call for its name again while its arguments are open", () => {
    expect(
      summary([
        { index: 0, name: "find", args: '{"q"' },
        { index: 0, name: "find", args: ":1}" },
      ]),
    ).toEqual(['local-call-0 find {"q":1}']);
  });

  it("gives a chunk without index, id and name to the call touched last", () => {
    const chunks = [
      { index: 0, id: "a", name: "find", args: "{" },
      { index: 1, id: "b", name: "sum", args: "{" },
      { index: 0, args: '"q":' },
      { args: "1}" },
    ];
    expect(summary(chunks)).toEqual(['a find {"q":1}', "b sum {"]);
  });

  it("counts chunks of a server-side tool, whose index no call has, and shows none", () => {
    const stream = createToolCallStream();
    stream.feed({ content: [{ type: "server_tool_use", index: 1, id: "s", name: "web_search", input: "" }] });
    stream.feed({
      content: [{ type: "input_json_delta", index: 1, input: '{"query":"a"}' }],
      tool_call_chunks: [{ index: 1, args: '{"query":"a"}' }],
      invalid_tool_calls: [{ name: "", args: "{}", error: "Malformed args." }],
    });
    stream.finish();
    expect(stream.snapshot()).toEqual({ calls: [], strayChunks: 1 });
  });

  it("replaces a made-up id by a late real one; the key stays", () => {
    const stream = createToolCallStream({ keyPrefix: "m1-" });
    stream.feed({ index: 0, name: "find", args: '{"q":' });
    const [before] = stream.snapshot().calls;
    stream.feed({ index: 0, id: "real", args: "1}" });
    const [after] = stream.snapshot().calls;
    expect([before?.id, after?.id]).toEqual(["local-m1-0", "real"]);
    expect([before?.key, after?.key]).toEqual(["m1-0", "m1-0"]);
  });

  it("makes up the same ids for the same chunks", () => {
    const chunks = [
      { index: 0, name: "find", args: "{}" },
      { index: 1, name: "sum", args: "{}" },
    ];
    expect(summary(chunks)).toEqual(summary(chunks));
  });

  it("keeps the order of first appearance, not of the indexes", () => {
    const chunks = [
      { index: 2, id: "b", name: "sum", args: "{}" },
      { index: 1, id: "a", name: "find", args: "{}" },
    ];
    expect(callsOf(chunks).map(({ id }) => id)).toEqual(["b", "a"]);
  });
});

describe("M2: a message that has come whole", () => {
  const streamed = [
    { id: "m1", content: "", tool_call_chunks: [{ index: 0, id: "a", name: "find", args: '{"q":1}' }] },
    { id: "m1", content: "", tool_call_chunks: [{ index: 1, id: "b", name: "find", args: '{"q":2}' }] },
  ];

  it("replaces the id used for answering, and opens no second call", () => {
    const settled = {
      id: "m1",
      type: "ai",
      content: "",
      tool_calls: [
        { id: "z", name: "find", args: { q: 2 } },
        { id: "y", name: "find", args: { q: 1 } },
      ],
    };
    const stream = createToolCallStream();
    for (const message of streamed) stream.feed(message);
    const keys = stream.snapshot().calls.map(({ key }) => key);
    stream.feed(settled);
    stream.finish();
    stream.feed(settled);
    const { calls } = stream.snapshot();
    expect(calls.map(({ id, argsText }) => `${id} ${argsText}`)).toEqual(['y {"q":1}', 'z {"q":2}']);
    expect(calls.map(({ key }) => key)).toEqual(keys);
  });

  it("gives an unknown id to none of the calls that the message lists under their own", () => {
    const stream = createToolCallStream();
    for (const message of streamed) stream.feed(message);
    const settled = [
      { id: "a", name: "find", args: { q: 1 } },
      { id: "z", name: "find", args: { q: 3 } },
    ];
    stream.feed({ id: "m1", type: "ai", content: "", tool_calls: settled });
    expect(stream.snapshot().calls.map(({ id, argsText }) => `${id} ${argsText}`)).toEqual(['a {"q":1}', 'z {"q":2}']);
  });

  it("replaces the id after the end too, and keeps status and arguments", () => {
    const stream = createToolCallStream();
    for (const message of streamed) stream.feed(message);
    stream.finish();
    const [before] = stream.snapshot().calls;
    stream.feed({ id: "m1", type: "ai", content: "", tool_calls: [{ id: "y", name: "find", args: { q: 1 } }] });
    const [after] = stream.snapshot().calls;
    expect(after).toEqual({ ...before, id: "y" });
    expect(after?.args).toBe(before?.args);
  });

  it("leaves calls of other messages alone", () => {
    const stream = createToolCallStream();
    for (const message of streamed) stream.feed(message);
    stream.feed({ id: "m2", type: "ai", content: "", tool_calls: [{ id: "c", name: "find", args: { q: 1 } }] });
    expect(stream.snapshot().calls.map(({ id }) => id)).toEqual(["a", "b", "c"]);
  });

  it("opens no second call where neither has an id", () => {
    const stream = createToolCallStream();
    stream.feed({ id: "m1", content: "", tool_call_chunks: [{ index: 0, name: "find", args: '{"q":1}' }] });
    const before = stream.snapshot();
    stream.feed({ id: "m1", type: "ai", content: "", tool_calls: [{ name: "find", args: { q: 1 } }] });
    expect(stream.snapshot()).toBe(before);
  });

  it("is the fall-back where a provider class emits no chunks", () => {
    const messages = [
      { id: "m1", content: "", tool_calls: [{ id: "a", name: "find", args: { q: 1 } }] },
      { id: "m1", content: "", tool_calls: [{ id: "b", name: "find", args: { q: 1 } }] },
    ];
    expect(summary(messages)).toEqual(['a find {"q":1}', 'b find {"q":1}']);
    expect(callsOf(messages).map(({ status }) => status)).toEqual(["complete", "complete"]);
  });

  it("gives its arguments to a call of which only the name was streamed", () => {
    const messages = [
      { id: "m1", content: "", tool_call_chunks: [{ index: 0, id: "a", name: "find", args: null }] },
      { id: "m1", content: "", tool_calls: [{ id: "a", name: "find", args: { q: 1 } }] },
    ];
    expect(summary(messages)).toEqual(['a find {"q":1}']);
  });
});

describe("M3: the name", () => {
  it("is appended while there are no arguments, kept when repeated, and fixed afterwards", () => {
    const id = "k";
    expect(
      summary([
        { index: 0, id, name: "get_wea" },
        { index: 0, name: "ther", args: '{"c":1' },
      ]),
    ).toEqual(['k get_weather {"c":1']);
    expect(
      summary([
        { index: 0, id, name: "get" },
        { index: 0, id, name: "get", args: "{}" },
      ]),
    ).toEqual(["k get {}"]);
    expect(
      summary([
        { index: 0, id, name: "get", args: "{" },
        { index: 0, id, name: "set", args: "}" },
      ]),
    ).toEqual(["k get {}"]);
  });

  it("is taken late if none had come", () => {
    expect(
      summary([
        { index: 0, id: "k", args: "{" },
        { index: 0, name: "get", args: "}" },
      ]),
    ).toEqual(["k get {}"]);
  });

  it("has a bound", () => {
    const chunks = Array.from({ length: 3000 }, (_, at) => ({ index: 0, name: `n${at}` }));
    expect(callsOf(chunks)[0]?.name).toHaveLength(1000);
  });
});

describe("M4: the arguments", () => {
  const open = { index: 0, id: "k", name: "f" };
  const receive = (...args: unknown[]) => callsOf([open, ...args.map((fragment) => ({ index: 0, args: fragment }))])[0];

  it.each([
    ["nothing to a missing or null fragment", [null, undefined, "{}", null], "{}"],
    ["an object as its JSON", [{ cmd: "ls" }], '{"cmd":"ls"}'],
    ["a fragment that begins like the text but continues it", ["[", "[", "1]]"], "[[1]]"],
    ["a number that begins like the text", ["1", "1"], "11"],
    ["white space after the end", ["{}", " "], "{} "],
  ])("adds %s", (_, fragments, text) => {
    expect(receive(...fragments)?.argsText).toBe(text);
  });

  it.each([
    ["an exact {} by what follows it", ["{}", '{"q"', ":1}"], '{"q":1}'],
    ["a text by a longer one that begins with it", ['{"q":1}', '{"q":1} '], '{"q":1} '],
  ])("replaces %s", (_, fragments, text) => {
    expect(receive(...fragments)).toMatchObject({ argsText: text, status: "complete", args: { q: 1 } });
  });

  it.each([
    ["a repeat of the text", ['{"q":', "1}", '{"q":1}'], '{"q":1}'],
    ["an object that is the text", ['{"q":1}', { q: 1 }], '{"q":1}'],
    ["a JSON string that encodes the text", ['{"q":1}', '"{\\"q\\":1}"'], '{"q":1}'],
    ["a JSON string that encodes {}", ["{}", '"{}"'], "{}"],
  ])("drops %s, and leaves the call the same object", (_, fragments, text) => {
    const stream = createToolCallStream();
    stream.feed(open);
    for (const fragment of fragments.slice(0, -1)) stream.feed({ index: 0, args: fragment });
    const before = stream.snapshot();
    stream.feed({ index: 0, args: fragments.at(-1) });
    expect(stream.snapshot()).toBe(before);
    expect(before.calls[0]?.argsText).toBe(text);
  });

  it("appends anything else, and the call ends invalid with a reason", () => {
    expect(receive('{"q":1}', '{"r":2}')).toMatchObject({
      argsText: '{"q":1}{"r":2}',
      status: "invalid",
      args: { q: 1 },
      error: 'unexpected "{" at character 7',
    });
  });

  it.each([
    ["a cycle", () => cycle()],
    ["more levels than JSON.stringify can write", () => JSON.parse('{"a":'.repeat(30_000) + 0 + "}".repeat(30_000))],
    ["a big integer", () => 1n],
  ])("never takes %s for no arguments: the call ends invalid", (_, value) => {
    for (const before of [[], ["{}"], ['{"q":"']]) {
      expect(receive(...before, value())).toMatchObject({ status: "invalid", error: expect.any(String) });
    }
    const settled = { id: "m1", content: "", tool_calls: [{ id: "a", name: "f", args: value() }] };
    expect(callsOf([settled])).toMatchObject([{ status: "invalid" }]);
  });
});

function cycle(): unknown {
  const value: { self?: unknown } = {};
  value.self = value;
  return value;
}

describe("M5: the state", () => {
  const settled = (args: unknown) => callsOf([{ index: 0, id: "k", name: "f", args }])[0];

  it.each([
    ["", {}],
    [null, {}],
    ["null", {}],
    [" null ", {}],
    ['{"a":1}', { a: 1 }],
    [' {"a":[]}\n', { a: [] }],
  ])("%j is complete", (args, value) => {
    expect(settled(args)).toMatchObject({ status: "complete", args: value });
    expect(settled(args)).not.toHaveProperty("error");
  });

  it.each(['{"a":1', '{"a', "{", "[1,", '"x', "tru", "-", "1.", " "])("%j is incomplete", (args) => {
    expect(settled(args)).toMatchObject({ status: "incomplete", error: expect.any(String) });
  });

  it.each(['{"a":1}}', '{"a":01}', '{"p":"a""}', "[1]", "5", "true", '"x"', '{"p":"C:\\W"}', '{"p":"a\nb"}', "NaN"])(
    "%j is invalid",
    (args) => {
      expect(settled(args)).toMatchObject({ status: "invalid", error: expect.any(String) });
    },
  );

  it("is streaming until the message ends, whatever already parses; then all calls end together", () => {
    const stream = createToolCallStream();
    const states = () => stream.snapshot().calls.map(({ status }) => status);
    stream.feed({ index: 0, id: "a", name: "q", args: "{}" });
    stream.feed({ index: 1, id: "b", name: "r", args: '{"a":1}' });
    expect(states()).toEqual(["streaming", "streaming"]);
    stream.finish();
    expect(states()).toEqual(["complete", "complete"]);
  });

  it("ends once: a second end, late chunks and repeated ones change no settled call", () => {
    const chunks = [
      { index: 0, id: "a", name: "f", args: "{}" },
      { index: 1, id: "b", name: "f", args: '{"q":' },
    ];
    const stream = createToolCallStream();
    for (const chunk of chunks) stream.feed(chunk);
    stream.finish();
    const before = stream.snapshot().calls;
    stream.finish();
    for (const chunk of [...chunks, { index: 1, args: "1}" }, { args: "1}" }]) stream.feed(chunk);
    const { calls, strayChunks } = stream.snapshot();
    expect(calls.map((call, at) => call === before[at])).toEqual([true, true]);
    expect([calls.length, strayChunks]).toEqual([2, 4]);
  });

  it("keeps a call invalid apart: the calls beside it go on", () => {
    const chunks = [
      { index: 0, id: "a", name: "f", args: "}" },
      { index: 1, id: "b", name: "f", args: "{}" },
    ];
    expect(callsOf(chunks).map(({ status }) => status)).toEqual(["invalid", "complete"]);
  });
});

describe("a snapshot", () => {
  it("shares with the one before what did not change", () => {
    const stream = createToolCallStream();
    stream.feed({ index: 0, id: "a", name: "f", args: '{"rows":[{"x":1},{"x":' });
    stream.feed({ index: 1, id: "b", name: "g", args: '{"y":1' });
    const before = stream.snapshot();
    expect(stream.snapshot()).toBe(before);
    stream.feed({ content: "text" });
    expect(stream.snapshot()).toBe(before);
    stream.feed({ index: 0, args: "2" });
    const after = stream.snapshot();
    expect(after.calls[1]).toBe(before.calls[1]);
    expect(after.calls[0]?.args).toEqual({ rows: [{ x: 1 }, { x: 2 }] });
    const firstRow = (call: ToolCall | undefined) => (call?.args as { rows?: unknown[] } | undefined)?.rows?.[0];
    expect(firstRow(after.calls[0])).toBe(firstRow(before.calls[0]));
    stream.finish();
    expect(stream.snapshot().calls[0]?.args).toBe(after.calls[0]?.args);
  });

  it("knows the state of each path of a call's arguments", () => {
    const stream = createToolCallStream();
    expect(stream.stateAt("call-0", [])).toBe("absent");
    stream.feed({ index: 0, id: "a", name: "f", args: '{"to":"x","text":"he' });
    const states = (...paths: string[][]) => paths.map((path) => stream.stateAt("call-0", path));
    expect(states([], ["to"], ["text"], ["cc"])).toEqual(["growing", "complete", "growing", "absent"]);
    stream.feed({ index: 0, args: 'llo"}' });
    expect(states([], ["text"])).toEqual(["complete", "complete"]);
    stream.feed({ index: 1, id: "b", name: "g", args: "null" });
    stream.finish();
    expect([stream.stateAt("call-1", []), stream.stateAt("call-1", ["x"])]).toEqual(["complete", "absent"]);
  });
});
