// @vitest-environment jsdom
import { afterEach, expect, it } from "vitest";
import { cleanUp, render, until } from "../test-support/render";
import { type ToolCallView, useToolCallStream } from "./use-tool-call-stream";

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
