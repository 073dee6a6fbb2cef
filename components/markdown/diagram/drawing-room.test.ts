// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from "vitest";
import { createDrawingRoom } from "./drawing-room";

const DRAWN = { svg: '<svg xmlns="http://www.w3.org/2000/svg"/>', width: 10, height: 20, title: "", description: "" };
const theme = { theme: "base", fontFamily: "sans-serif", themeVariables: {} } as const;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
});
afterEach(() => {
  vi.useRealTimers();
});

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

/** A room in which the test says what the frame would. */
function newRoom() {
  const host = document.createElement("div");
  document.body.append(host);
  onTestFinished(() => host.remove());
  const room = createDrawingRoom(host, "about:blank");
  const frame = () => host.querySelector("iframe");
  const say = async (data: object, source = frame()?.contentWindow) => {
    window.dispatchEvent(new MessageEvent("message", { source: source ?? null, data }));
    await pass(0);
  };
  const begin = async (source: string) => {
    const outcome = room.draw({ source, theme }, new AbortController().signal);
    await pass(0);
    return { outcome };
  };
  return { room, frame, say, begin };
}

it("a diagram that takes ten seconds ends its frame, and the next one gets another", async () => {
  const { frame, say, begin } = newRoom();
  const { outcome } = await begin("a");
  const first = frame();
  await say({ ready: true });
  await pass(9_999);
  expect(frame()).toBe(first);
  await pass(1);
  expect(await outcome).toEqual({ kind: "slow" });
  expect(frame()).toBeNull();
  const next = await begin("b");
  expect(frame()).not.toBe(first);
  await say({ ready: true });
  await say({ id: 1, ...DRAWN, title: "too late" });
  await say({ id: 2, ...DRAWN });
  expect(await next.outcome).toMatchObject({ kind: "drawn", drawing: { title: "" } });
});

it("its frame is closed when no diagram was wanted for twenty seconds", async () => {
  const { frame, say, begin } = newRoom();
  await begin("a");
  const first = frame();
  await say({ ready: true });
  await say({ id: 1, ...DRAWN });
  await pass(19_000);
  await begin("b");
  await say({ id: 2, error: "Wrong." });
  await pass(19_999);
  expect(frame()).toBe(first);
  await pass(1);
  expect(frame()).toBeNull();
});

it("a frame that says more than it is asked is closed; what others say counts for nothing", async () => {
  const { frame, say, begin } = newRoom();
  const { outcome } = await begin("a");
  await say({ ready: true });
  for (let count = 0; count < 50; count += 1) await say({ id: 1, ...DRAWN }, window);
  for (let count = 0; count < 20; count += 1) await say({ id: 9, ...DRAWN });
  expect(frame()).not.toBeNull();
  await say({ id: 9, ...DRAWN });
  expect(frame()).toBeNull();
  expect(await outcome).toEqual({ kind: "unavailable" });
});

it("a page that has loaded and says nothing is none that draws, and is asked for again the next time", async () => {
  const { frame, begin } = newRoom();
  const { outcome } = await begin("a");
  const first = frame();
  first?.dispatchEvent(new Event("load"));
  await pass(5_000);
  expect(await outcome).toEqual({ kind: "unavailable" });
  await begin("a");
  expect(frame()).not.toBeNull();
  expect(frame()).not.toBe(first);
});

it("the last forty drawings are known again", async () => {
  const { room, say, begin } = newRoom();
  for (let id = 1; id <= 41; id += 1) {
    const { outcome } = await begin(`diagram ${id}`);
    if (id === 1) await say({ ready: true });
    await say({ id, ...DRAWN });
    await outcome;
  }
  const isKnown = (id: number) => room.recall({ source: `diagram ${id}`, theme }) !== undefined;
  expect([1, 2, 41].map(isKnown)).toEqual([false, true, true]);
});
