import { AIMessage, ToolMessage } from "@langchain/core/messages";
import type { StructuredToolInterface } from "@langchain/core/tools";
import { MessagesAnnotation, StateGraph } from "@langchain/langgraph";
import { ToolNode } from "@langchain/langgraph/prebuilt";
import { describe, expect, test } from "vitest";
import * as tools from "@/lib/server/tools";

const ALL: StructuredToolInterface[] = Object.values(tools);

describe("the demo agent's server tools", () => {
  test.each(ALL)("$name has a title for people, a description, and a name that every provider takes", (each) => {
    expect(each.name).toMatch(/^[a-z_]{1,64}$/);
    expect(each.description.length).toBeGreaterThan(10);
    expect(each).toHaveProperty("metadata.title", expect.stringMatching(/^[A-Z]/));
  });

  test("multiply and add", async () => {
    expect(await tools.multiply.invoke({ a: 3, b: 12 })).toBe("36");
    expect(await tools.add.invoke({ a: 11, b: 49 })).toBe("60");
    await expect(tools.add.invoke({ a: "eleven", b: 49 } as never)).rejects.toThrow(/schema/);
  });

  test("the weather is the same each time, different elsewhere, and says that it is made up", async () => {
    const lisbon = JSON.parse(await tools.getWeather.invoke({ city: "Lisbon" }));
    expect(JSON.parse(await tools.getWeather.invoke({ city: " lisbon" })).days).toEqual(lisbon.days);
    expect(JSON.parse(await tools.getWeather.invoke({ city: "Oslo" })).days).not.toEqual(lisbon.days);
    expect(lisbon).toMatchObject({ is_demo_data: true, source: expect.stringMatching(/not a real forecast/) });
    expect(lisbon.days).toHaveLength(5);
    for (const day of lisbon.days) expect(day.high_c).toBeGreaterThan(day.low_c);
  });

  test("a draft is kept and not sent", async () => {
    const draft = JSON.parse(await tools.draftEmail.invoke({ to: "ines@example.com", subject: "Hi", body: "one two" }));
    expect(draft).toMatchObject({ saved: true, sent: false, words: 2 });
  });

  test("what is shown is counted", async () => {
    const page = { title: "a.html", kind: "html" as const, content: "<p>\n</p>" };
    expect(JSON.parse(await tools.writeDocument.invoke(page))).toEqual({ title: "a.html", lines: 2, characters: 8 });
    const points = [{ label: "a", value: 1 }];
    expect(JSON.parse(await tools.makeChart.invoke({ title: "", kind: "bar", points }))).toEqual({ points: 1 });
    const steps = [{ text: "a", status: "done" as const }];
    expect(JSON.parse(await tools.makePlan.invoke({ title: "", steps }))).toEqual({ steps: 1, done: 1 });
    const place = { name: "Lisbon", latitude: 38.7, longitude: -9.1 };
    expect(JSON.parse(await tools.showPlace.invoke(place))).toEqual({ shown: "Lisbon" });
    await expect(tools.showPlace.invoke({ ...place, latitude: 91 })).rejects.toThrow(/schema/);
  });

  test("a form gives the person's answers, and nobody else's", async () => {
    const form = { title: "T", fields: [{ name: "day", label: "Day", kind: "text" as const }] };
    expect(JSON.parse(await tools.askForm.invoke({ ...form, answers: { day: "Sunday" } }))).toEqual({ day: "Sunday" });
    await expect(tools.askForm.invoke(form)).rejects.toThrow("Nobody has filled in the form");
  });

  test("a table counts its rows and columns", async () => {
    const table = { title: "T", columns: ["a"], rows: [{ a: 1 }, { a: null }] };
    expect(JSON.parse(await tools.makeTable.invoke(table))).toEqual({ rows: 2, columns: 1 });
  });

  test("the failing tool fails with the given reason", async () => {
    await expect(tools.failAlways.invoke({ reason: "Because" })).rejects.toThrow("This tool always fails. Because");
  });
});

describe("the slow tool", () => {
  const graph = new StateGraph(MessagesAnnotation)
    .addNode("tools", new ToolNode([tools.slowCount]))
    .addEdge("__start__", "tools")
    .compile();
  const call = (to: number, pauseMs: number) => ({
    messages: [
      new AIMessage({
        content: "",
        tool_calls: [{ id: "call-1", name: "slow_count", args: { to, pause_ms: pauseMs } }],
      }),
    ],
  });

  test("writes its progress to the custom stream, then answers", async () => {
    const progress: unknown[] = [];
    let last: unknown;
    for await (const [mode, data] of await graph.stream(call(4, 0), { streamMode: ["custom", "values"] })) {
      if (mode === "custom") progress.push(data);
      else last = data.messages.at(-1);
    }
    expect(progress).toEqual(
      [1, 2, 3, 4].map((number) => ({
        type: "tool_progress",
        tool_call_id: "call-1",
        progress: number / 4,
        message: `${number} of 4`,
      })),
    );
    expect(ToolMessage.isInstance(last) && last.text).toBe('{"counted_to":4}');
  });

  test("stops at once when the run is aborted", async () => {
    const controller = new AbortController();
    const running = graph.invoke(call(10, 2_000), { signal: controller.signal });
    setTimeout(() => controller.abort(), 50);
    const startMs = performance.now();
    await expect(running).rejects.toThrow(/abort/i);
    expect(performance.now() - startMs).toBeLessThan(1_000);
  });
});
