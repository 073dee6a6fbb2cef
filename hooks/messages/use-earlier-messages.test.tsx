// @vitest-environment jsdom
import { act } from "react";
import { afterEach, expect, it } from "vitest";
import { TESTER } from "@/lib/server/test-support";
import type { Transport } from "@/lib/transport";
import { AgentProvider } from "../agent/agent-provider";
import { type Agent, useAgent } from "../agent/use-agent";
import { startRealServer } from "../test-support/real-server";
import { cleanUp, render, until } from "../test-support/render";
import { type Branches, useBranches } from "./use-branches";
import { type EarlierMessages, useEarlierMessages } from "./use-earlier-messages";
import { useMessage } from "./use-message";
import { type MessageSearch, useMessageSearch } from "./use-message-search";
import { useMessages } from "./use-messages";

afterEach(cleanUp);

let agent: Agent;
let ids: readonly string[];
let earlier: EarlierMessages;
let search: MessageSearch["search"];
let bring: MessageSearch["bring"];
const shown = new Map<string, string>();
const branchesOf = new Map<string, Branches>();

function Message({ id }: { id: string }) {
  const message = useMessage(id);
  const branches = useBranches(id);
  branchesOf.set(id, branches);
  shown.set(id, `${message?.text} ${branches.index + 1}/${branches.count}`);
  return null;
}

function Page() {
  agent = useAgent();
  ids = useMessages();
  earlier = useEarlierMessages();
  ({ search, bring } = useMessageSearch());
  return ids.map((id) => <Message key={id} id={id} />);
}

const mount = (transport: Transport, threadId: string) =>
  render(
    <AgentProvider transport={transport} threadId={threadId}>
      <Page />
    </AgentProvider>,
  );

/** A thread of `count` messages, each pair with a tool call in its answer every tenth time. */
async function longThread(count: number) {
  const { transport, url } = await startRealServer(() => ["fine"]);
  const post = async (path: string, body: unknown) => {
    const headers = { "content-type": "application/json", ...TESTER };
    const response = await fetch(url + path, { method: "POST", headers, body: JSON.stringify(body) });
    return (await response.json()) as { thread_id: string };
  };
  const step = (from: number, to: number) => ({
    values: { messages: Array.from({ length: to - from }, (_, index) => messageAt(from + index)) },
    as_node: "model_request",
  });
  const { thread_id: threadId } = await post("/threads", {
    metadata: { graph_id: "agent" },
    supersteps: [{ updates: [step(0, count)] }],
  });
  /** Somebody else writes into the thread. */
  const grow = (to: number) => post(`/threads/${threadId}/state`, step(count, to));
  return { transport, threadId, grow };
}

function messageAt(place: number) {
  if (place % 10 === 4) {
    const call = { id: `call-${place}`, name: "add", args: { a: place, b: 1 } };
    return { type: "ai", id: `m-${place}`, content: `calls at ${place}`, tool_calls: [call] };
  }
  if (place % 10 === 5) return { type: "tool", id: `m-${place}`, tool_call_id: `call-${place - 1}`, content: "done" };
  return { type: place % 2 === 0 ? "human" : "ai", id: `m-${place}`, content: `text ${place}` };
}

const placesShown = () => ids.map((id) => Number(id.slice(2)));
const places = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => from + index).filter((place) => place % 10 !== 5);

it("a long thread opens with its end, and earlier pages come in front, each message once and in order", async () => {
  const { transport, threadId } = await longThread(535);
  await mount(transport, threadId);
  await until(() => !agent.isLoading && ids.length > 0);
  expect(placesShown()).toEqual(places(435, 535));
  expect(earlier.count).toBe(435);

  await act(() => earlier.load());
  expect(placesShown()).toEqual(places(235, 535));
  await act(async () => void (await Promise.all([earlier.load(), earlier.load()])));
  expect(placesShown()).toEqual(places(0, 535));
  expect(earlier.count).toBe(0);
  await act(() => earlier.load());
  expect(placesShown()).toEqual(places(0, 535));
});

it("what is earlier stays over runs, also where more was added meanwhile than one reading brings", async () => {
  const { transport, threadId, grow } = await longThread(350);
  await mount(transport, threadId);
  await until(() => !agent.isLoading && ids.length > 0);
  await act(() => earlier.load(120));
  expect(placesShown()).toEqual(places(120, 350));
  await grow(600); // more than one reading brings
  await act(() => agent.submit("more"));
  await until(() => agent.status === "idle" && ids.length > places(120, 600).length + 1);
  expect(placesShown().slice(0, -2)).toEqual(places(120, 600));
  expect(ids.slice(-2).map((id) => shown.get(id)?.slice(0, 4))).toEqual(["more", "fine"]);
  expect(earlier.count).toBe(120);
});

it("a message of an earlier page can be written anew, and goes back to its former version", async () => {
  const { transport, threadId, grow } = await longThread(150);
  await grow(300);
  await mount(transport, threadId);
  await until(() => !agent.isLoading && ids.length > 0);
  expect(ids).not.toContain("m-150");
  await act(() => earlier.load());
  await act(() => agent.edit("m-150", "uno"));
  await until(() => agent.status === "idle" && ids.some((id) => shown.get(id) === "uno 2/2"));
  expect(placesShown().slice(0, -2)).toEqual(places(0, 150));
  const rewritten = ids.at(-2) ?? "";
  await act(async () => branchesOf.get(rewritten)?.previous());
  await until(() => shown.get("m-150") === "text 150 1/2" && ids.includes("m-299"));
  expect(placesShown()).toEqual(places(0, 300));
});

it("a search finds what is not loaded, page by page, and what it finds can be brought", async () => {
  const { transport, threadId } = await longThread(460);
  await mount(transport, threadId);
  await until(() => !agent.isLoading && ids.length > 0);
  const { hits, total } = await search("TEXT 17");
  expect([hits.map(({ position }) => position), total]).toEqual([[179, 178, 177, 176, 173, 172, 171, 170, 17], 9]);
  let brought: string | undefined;
  await act(async () => {
    brought = await bring(hits.at(-1)?.position ?? -1);
  });
  expect(brought).toBe("m-17");
  expect(ids[0]).toBe("m-7");
  const { hits: results } = await search("done");
  expect(await bring(results[0]?.position ?? -1)).toBe("m-454"); // the call whose result it is

  const many = await search("text");
  const rest = await search("text", many.next);
  expect(many.hits).toHaveLength(100);
  expect(rest.hits[0]?.position).toBeLessThan(many.hits.at(-1)?.position ?? 0);
});

it("a server without pages gives all, and is searched here", async () => {
  const { transport, threadId } = await longThread(300);
  const foreign: Transport = {
    ...transport,
    getMessages: async () => undefined,
    getState: (thread, signal, place) => transport.getState(thread, signal, { checkpointId: place?.checkpointId }),
  };
  await mount(foreign, threadId);
  await until(() => !agent.isLoading && ids.length > 0);
  expect(placesShown()).toEqual(places(0, 300));
  expect(earlier.count).toBe(0);
  expect((await search("text 29")).hits.map(({ position }) => position)).toEqual([
    299, 298, 297, 296, 293, 292, 291, 290, 29,
  ]);
});
