import { AIMessageChunk } from "@langchain/core/messages";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { GraphChunk, MessagePair } from "./graph-event";
import { createDeltaJoiner } from "./join-deltas";

const metadata = { langgraph_node: "model" };

function piece(content: string, fields: Record<string, unknown> = {}, id = "m1"): GraphChunk {
  return [[], "messages", [new AIMessageChunk({ id, content, ...fields }), metadata]];
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

function collect() {
  const seen: GraphChunk[] = [];
  const joiner = createDeltaJoiner((chunk) => seen.push(chunk));
  const texts = () => seen.map(([, mode, payload]) => (mode === "messages" ? (payload as MessagePair)[0].text : mode));
  return { seen, joiner, texts };
}

describe("pieces of text", () => {
  test("that come in one turn of the event loop are one event; the first goes out at once", async () => {
    const { joiner, texts } = collect();
    for (const text of ["a", "b", "c"]) joiner.add(piece(text));
    expect(texts()).toEqual(["a"]);
    await turn();
    expect(texts()).toEqual(["a", "bc"]);
    joiner.add(piece("d"));
    await turn();
    joiner.add(piece("e"));
    await turn();
    expect(texts()).toEqual(["a", "bc", "d", "e"]);
  });

  test("keep their place before everything else", () => {
    const { joiner, texts, seen } = collect();
    joiner.add(piece("a"));
    joiner.add(piece("b"));
    joiner.add(piece("", { tool_call_chunks: [{ index: 0, id: "c", name: "add", args: "" }] }));
    joiner.add(piece("c"));
    joiner.add([[], "updates", { model: {} }]);
    joiner.add(piece("other", {}, "m2"));
    joiner.add(piece("d"));
    joiner.flush();
    expect(texts()).toEqual(["a", "b", "", "c", "updates", "other", "d"]);
    expect(seen[2]?.[2]).toMatchObject([{ tool_call_chunks: [{ name: "add" }] }, metadata]);
  });

  test("that carry anything besides text are left alone", () => {
    const { joiner, seen } = collect();
    const full = [
      piece("a"),
      piece("b", { additional_kwargs: { reasoning_content: "hm" } }),
      piece("c", { response_metadata: { finish_reason: "stop" } }),
      piece("d", { usage_metadata: { input_tokens: 1, output_tokens: 1, total_tokens: 2 } }),
    ];
    for (const chunk of full) joiner.add(chunk);
    joiner.flush();
    expect(seen).toEqual(full);
  });

  test("say the same in the same order, however they come", async () => {
    const step = fc.record({ id: fc.constantFrom("m1", "m2"), text: fc.string(), waits: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        const { joiner, seen } = collect();
        for (const { id, text, waits } of steps) {
          joiner.add(piece(text, {}, id));
          if (waits) await turn();
        }
        joiner.flush();
        const said = (chunks: readonly GraphChunk[]) =>
          chunks.map(([, , payload]) => (payload as MessagePair)[0]).map(({ id, text }) => [id, text] as const);
        const joined = (pairs: readonly (readonly [string | undefined, string])[]) =>
          pairs.reduce<[string | undefined, string][]>((runs, [id, text]) => {
            const last = runs.at(-1);
            if (last && last[0] === id) last[1] += text;
            else runs.push([id, text]);
            return runs;
          }, []);
        const all = steps.map(({ id, text }) => [id, text] as const);
        expect(joined(said(seen))).toEqual(joined(all));
      }),
    );
  });
});
