// @vitest-environment jsdom
import { afterEach, expect, it } from "vitest";
import { z } from "zod";
import { cleanUp, render, until } from "../test-support/render";
import type { ToolCallView } from "./typed-call";
import { useToolCallStream } from "./use-tool-call-stream";

afterEach(cleanUp);

const seen = new Map<number, ToolCallView | undefined>();
function Call({ source, position = 0 }: { source: AsyncIterable<unknown>; position?: number }) {
  const call = useToolCallStream({ source, position });
  seen.set(position, call);
  return <p>{JSON.stringify(call?.args)}</p>;
}

it("reads a source with no provider, once for all who look, also in StrictMode", async () => {
  const gate = Promise.withResolvers<void>();
  const source = (async function* () {
    yield { index: 0, id: "k1", name: "draft", args: '{"subject":"He' };
    yield { index: 1, id: "k2", name: "sum", args: '{"a":1' };
    await gate.promise;
    yield { index: 0, args: 'llo"}' };
    yield { index: 1, args: "}" };
  })();
  const page = await render(
    <>
      <Call source={source} />
      <Call source={source} position={1} />
    </>,
    { isStrict: true },
  );
  await until(() => page.text() === '{"subject":"He"}{}' || page.text() === '{"subject":"He"}{"a":1}');
  expect(seen.get(0)).toMatchObject({ name: "draft", phase: "writing" });
  expect(seen.get(0)?.stateAt(["subject"])).toBe("growing");
  expect(seen.get(0)?.isComplete(["subject"])).toBe(false);
  gate.resolve();
  await until(() => page.text() === '{"subject":"Hello"}{"a":1}');
  await until(() => seen.get(0)?.status === "complete");
  expect(seen.get(0)?.isComplete(["subject"])).toBe(true);
});

/** A body that says this and then nothing. */
function silent(text: string) {
  const cancelled = Promise.withResolvers<void>();
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(new TextEncoder().encode(text)),
    cancel: () => cancelled.resolve(),
  });
  return { response: new Response(body), cancelled: cancelled.promise };
}

const line = (id: string, args: string) => `${JSON.stringify({ index: 0, id, name: "draft", args })}\n`;

it("cancels a response when the last who looks is gone, not before", async () => {
  const { response, cancelled } = silent(line("k1", '{"a":1'));
  let isCancelled = false;
  void cancelled.then(() => {
    isCancelled = true;
  });
  const shown = (...keys: string[]) => keys.map((key) => <Source key={key} source={response} />);
  const page = await render(shown("first", "second"), { isStrict: true });
  await until(() => page.text() === '{"a":1}{"a":1}');
  await page.rerender(shown("second"));
  await until(() => page.text() === '{"a":1}');
  expect(isCancelled).toBe(false);
  await page.unmount();
  await cancelled;
});

it("shows the calls of another source as soon as it is given one, and none of the old", async () => {
  const first = silent(line("k1", '{"a":1'));
  const second = silent(line("k2", '{"b":2}'));
  const page = await render(<Source source={first.response} />, { isStrict: true });
  await until(() => page.text() === '{"a":1}');
  await page.rerender(<Source source={second.response} />);
  expect(page.text()).not.toContain("a");
  await until(() => page.text() === '{"b":2}');
  await first.cancelled;
});

it("says why a source gives no calls", async () => {
  const page = await render(<Source source={new Response("busy", { status: 429 })} />);
  await until(() => page.text() !== "");
  expect(page.text()).toContain("429");
});

const TOOLS = [
  { name: "draft" as const, schema: z.object({ subject: z.string(), copies: z.number().int().default(1) }) },
] as const;

function Source({ source }: { source: Response }) {
  const call = useToolCallStream({ source });
  return <p>{call?.error ?? JSON.stringify(call?.args)}</p>;
}

function Checked({ text }: { text: string }) {
  const call = useToolCallStream({ source: sourceOf(text) }, TOOLS);
  if (call?.status === "complete") return <p>{`${call.args.subject} ${call.args.copies + 1}`}</p>;
  return <p>{`${call?.status} ${call?.error ?? ""}`}</p>;
}

it("reads whole arguments by the schema of the tools that it is given", async () => {
  const page = await render(<Checked text='{"subject":"Hi"}' />);
  await until(() => page.text() === "Hi 2");
  await page.rerender(<Checked text='{"subject":7}' />);
  await until(() => page.text().startsWith("invalid"));
  expect(page.text()).toContain("subject");
});

const sources = new Map<string, Response>();
function sourceOf(text: string): Response {
  const source = sources.get(text) ?? new Response(line("k1", text));
  sources.set(text, source);
  return source;
}
