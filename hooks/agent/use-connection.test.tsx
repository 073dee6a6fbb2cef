// @vitest-environment jsdom
import { act } from "react";
import { afterEach, expect, it, vi } from "vitest";
import { TESTER } from "@/lib/server/test-support";
import { createHttpTransport, type Transport } from "@/lib/transport";
import { startRealServer } from "../test-support/real-server";
import { cleanUp, render, until } from "../test-support/render";
import { AgentProvider } from "./agent-provider";
import { type Agent, useAgent } from "./use-agent";
import { type Connection, useConnection } from "./use-connection";

afterEach(async () => {
  await cleanUp();
  vi.restoreAllMocks();
});

let agent: Agent;
let connection: Connection;
const states: string[] = [];
function Page() {
  agent = useAgent();
  connection = useConnection();
  if (states.at(-1) !== connection.state) states.push(connection.state);
  return <output>{connection.state}</output>;
}
const isEnd = (bytes: Uint8Array) => new TextDecoder().decode(bytes).includes("two");
const atOnce = (callback: () => void) => {
  queueMicrotask(callback);
  return () => {};
};
const mount = (transport: Transport) =>
  render(
    <AgentProvider transport={transport}>
      <Page />
    </AgentProvider>,
  );

it("follows a run through a cut connection, and the browser's word about its network", async () => {
  const { url } = await startRealServer(() => ["one ", { pauseMs: 400 }, "two"]);
  let cuts = 0;
  /** The connection breaks once, in the middle of the answer. */
  const fetchOnceCut: typeof fetch = async (input, init) => {
    const response = await fetch(input, init);
    if (!String(input).endsWith("/runs/stream") || cuts > 0) return response;
    cuts += 1;
    const reader = response.body?.getReader();
    const cut = new ReadableStream<Uint8Array>({
      pull: async (controller) => {
        const piece = await reader?.read();
        if (piece?.value && !isEnd(piece.value)) controller.enqueue(piece.value);
        else controller.error(new TypeError("network error"));
      },
    });
    return new Response(cut, response);
  };
  await mount(createHttpTransport({ apiUrl: url, headers: TESTER, fetch: fetchOnceCut }));
  expect(connection).toEqual({ state: "idle", attempt: undefined, waitMs: undefined, isOnline: true });
  states.length = 0;
  await act(() => agent.submit("hi"));
  await until(() => agent.status === "idle" && states.includes("reconnecting"));
  expect(cuts).toBe(1);
  expect(states.filter((state) => state !== "connecting")).toEqual(["open", "reconnecting", "open", "idle"]);

  const online = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  await act(async () => window.dispatchEvent(new Event("offline")));
  expect(connection.isOnline).toBe(false);
  online.mockReturnValue(true);
  await act(async () => window.dispatchEvent(new Event("online")));
  expect(connection.isOnline).toBe(true);
});

it("is lost when no try reached the server", async () => {
  const unreachable = createHttpTransport({
    apiUrl: "http://127.0.0.1:1/api",
    clock: { now: () => performance.now(), setTimer: atOnce },
    fetch: async () => {
      throw new TypeError("network error");
    },
  });
  await mount(unreachable);
  await act(() => agent.submit("hi"));
  await until(() => agent.status === "error");
  expect(connection.state).toBe("lost");
});
