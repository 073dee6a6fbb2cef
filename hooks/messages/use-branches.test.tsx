// @vitest-environment jsdom
import { act } from "react";
import { afterEach, expect, it } from "vitest";
import { ToolweaveError } from "@/lib/errors";
import type { PendingInterrupt } from "@/lib/store";
import type { Transport } from "@/lib/transport";
import { type Agent, useAgent } from "../agent/use-agent";
import { useDraft } from "../agent/use-draft";
import { useInterrupts } from "../agent/use-interrupts";
import { askingAgent } from "../test-support/agents";
import { startRealServer } from "../test-support/real-server";
import { cleanUp, until } from "../test-support/render";
import { renderPage } from "../test-support/render-page";
import { type Branches, useBranches } from "./use-branches";
import { useMessage } from "./use-message";
import { useMessages } from "./use-messages";

afterEach(cleanUp);

const LONG = "longer than a message may be here";

let agent: Agent;
let ids: readonly string[];
let interrupts: readonly PendingInterrupt[];
let draft: string;
const branchesOf = new Map<string, Branches>();

function Message({ id }: { id: string }) {
  const message = useMessage(id);
  const branches = useBranches(id);
  branchesOf.set(id, branches);
  return `${message?.text} ${branches.index + 1}/${branches.count}; `;
}

function Page() {
  agent = useAgent();
  ids = useMessages();
  interrupts = useInterrupts().interrupts;
  draft = useDraft().text;
  return ids.map((id) => <Message key={id} id={id} />);
}

const place = (index: number) => branchesOf.get(ids[index] ?? "");
const mount = (transport: Transport, threadId?: string) => renderPage(Page, transport, threadId);

/** As a server of somebody else's: history, and no pages of messages. */
const foreign = (transport: Transport): Transport => ({ ...transport, getMessages: async () => undefined });

it("edits while the graph waits for an answer: the question goes, and the new branch asks its own", async () => {
  const { transport } = await startRealServer(() => [], askingAgent());
  const page = await mount(transport);
  await act(() => agent.submit("one"));
  await until(() => agent.status === "awaiting-human" && page.text() === "one 1/1; ");
  const asked = interrupts.map(({ id }) => id);
  await act(() => agent.edit(ids[0] ?? "", "uno"));
  await until(() => agent.status === "awaiting-human" && page.text() === "uno 2/2; ");
  expect(interrupts).toHaveLength(2);
  expect(interrupts.filter(({ id }) => asked.includes(id))).toEqual([]);
  for (const { id } of interrupts) await act(async () => agent.respond(id, "x"));
  await until(() => agent.status === "idle" && page.text().startsWith('uno 2/2; "x" 1/1; "x" 1/1; '));
  await act(async () => place(0)?.previous());
  await until(() => page.text() === "one 1/2; ");
  expect(agent.status).toBe("idle"); // what an older branch asked waits for nobody
});

it("says so when a message cannot be written anew, and leaves everything as it was", async () => {
  const { transport } = await startRealServer(() => ["fine"]);
  const page = await mount(transport);
  await act(() => agent.submit("one"));
  await until(() => page.text() === "one 1/1; fine 1/1; " && agent.status === "idle");
  await act(() => agent.edit("nobody", "x"));
  await until(() => agent.status === "error");
  expect(agent.problem).toMatchObject({ code: "not_found", canRetry: false });
  expect(page.text()).toBe("one 1/1; fine 1/1; ");
  expect(draft).toBe("x"); // what was typed is not lost
  await act(() => agent.edit(ids[0] ?? "", "  "));
  await act(() => agent.submit("two"));
  await until(() => agent.status === "idle" && page.text().endsWith("two 1/1; fine 1/1; "));
});

const refusing =
  (code: "bad_request" | "rate_limited" | "unauthenticated", status: number) =>
  (transport: Transport): Transport => ({
    ...transport,
    startRun: (threadId, request, options) => {
      if (!JSON.stringify(request).includes(LONG)) return transport.startRun(threadId, request, options);
      throw new ToolweaveError(code, "Not like that.", { context: { status } });
    },
  });

it.each([
  ["the server finds too long", (transport: Transport) => transport],
  ["the server refuses for good", refusing("bad_request", 400)],
  ["the server does not take now", refusing("rate_limited", 429)],
  ["the server takes from nobody unknown", refusing("unauthenticated", 401)],
])(
  "shows the branch of before again, and gives the words back, when a message is written anew that %s",
  async (_, wrap) => {
    const server = await startRealServer((history, turn) => [`${history.at(-1)?.text}-${turn}`], undefined, {
      messageCharacters: LONG.length - 1,
    });
    const page = await mount(wrap(server.transport));
    await act(() => agent.submit("one"));
    await until(() => page.text() === "one 1/1; one-1 1/1; " && agent.status === "idle");
    await act(() => agent.edit(ids[0] ?? "", LONG));
    await until(() => agent.status === "error" && draft === LONG);
    await until(() => page.text() === "one 1/1; one-1 1/1; ");
    expect(agent.problem?.canRetry).toBe(false);

    await act(() => agent.edit(ids[0] ?? "", "uno"));
    await until(() => page.text() === "uno 2/2; uno-2 1/1; " && agent.status === "idle");
    await act(async () => place(0)?.previous());
    await until(() => page.text() === "one 1/2; one-1 1/1; ");
    await act(() => agent.edit(ids[0] ?? "", LONG));
    await until(() => agent.status === "error");
    await until(() => page.text() === "one 1/2; one-1 1/1; ");
    const { threadId } = agent;
    await page.unmount();
    const again = await mount(server.transport, threadId);
    await until(() => again.text() === "one 1/2; one-1 1/1; ");
  },
);

it("takes a double click once, and sends what is typed meanwhile after the message that is written anew", async () => {
  const { transport } = await startRealServer((history, turn) => [`${history.at(-1)?.text}-${turn}`]);
  const page = await mount(transport);
  await act(() => agent.submit("one"));
  await until(() => page.text() === "one 1/1; one-1 1/1; " && agent.status === "idle");
  await act(async () => {
    await Promise.all([agent.regenerate(ids[1] ?? ""), agent.regenerate(ids[1] ?? "")]);
  });
  await until(() => page.text() === "one 1/1; one-2 2/2; " && agent.status === "idle");
  await act(async () => {
    const edited = agent.edit(ids[0] ?? "", "uno");
    agent.submit("two");
    await edited;
  });
  await until(() => page.text() === "uno 2/2; uno-3 1/1; two 1/1; two-4 1/1; " && agent.status === "idle");
  expect(agent.problem).toBeUndefined();
});

it("keeps the words of an edit that comes while another one is made", async () => {
  const { transport } = await startRealServer((history, turn) => [`${history.at(-1)?.text}-${turn}`]);
  const page = await mount(transport);
  await act(() => agent.submit("one"));
  await until(() => page.text() === "one 1/1; one-1 1/1; " && agent.status === "idle");
  await act(async () => {
    await Promise.all(["uno", "uno", "eins"].map((text) => agent.edit(ids[0] ?? "", text)));
  });
  await until(() => page.text() === "uno 2/2; uno-2 1/1; " && agent.status === "idle");
  expect(draft).toBe("eins");
});

it("answers a message of the person again when that is named, and refuses where there is no answer", async () => {
  const { transport } = await startRealServer((history, turn) => [`${history.at(-1)?.text}-${turn}`]);
  const page = await mount(transport);
  await act(() => agent.submit("one"));
  await until(() => page.text() === "one 1/1; one-1 1/1; " && agent.status === "idle");
  await act(() => agent.regenerate(ids[0] ?? ""));
  await until(() => page.text() === "one 1/1; one-2 2/2; " && agent.status === "idle");
  await page.unmount();

  const asking = await startRealServer(() => [], askingAgent());
  const waiting = await mount(asking.transport);
  await act(() => agent.submit("one"));
  await until(() => agent.status === "awaiting-human");
  await act(() => agent.regenerate(ids[0] ?? ""));
  await until(() => agent.status === "error" && waiting.text() === "one 1/1; ");
  expect(agent.problem?.message).toContain("no answer to this message");
});

it("takes a checkpoint back that another server would keep for the runs after, once a thread has branches", async () => {
  const { transport } = await startRealServer((history, turn) => [`${history.at(-1)?.text}-${turn}`]);
  const places: unknown[] = [];
  const startRun: Transport["startRun"] = (threadId, request, options) => {
    places.push(request.checkpoint_id ?? request.config ?? "none");
    return transport.startRun(threadId, request, options);
  };
  const newest = { configurable: { checkpoint_id: null } };
  const page = await mount({ ...transport, startRun });
  await act(() => agent.submit("one"));
  await until(() => page.text() === "one 1/1; one-1 1/1; " && agent.status === "idle");
  await act(() => agent.edit(ids[0] ?? "", "uno"));
  await until(() => page.text() === "uno 2/2; uno-2 1/1; " && agent.status === "idle");
  await act(() => agent.submit("two"));
  await until(() => page.text().endsWith("two 1/1; two-3 1/1; ") && agent.status === "idle");
  const { threadId } = agent;
  await page.unmount();
  await mount({ ...transport, startRun }, threadId);
  await until(() => place(0)?.count === 2);
  await act(() => agent.submit("three"));
  await until(() => agent.status === "idle" && ids.length === 6);
  expect(places).toEqual(["none", expect.any(String), newest, newest]);
});

it.each([
  ["our server", (transport: Transport) => transport],
  ["a server that has only the history", foreign],
])(
  "edits, answers again and switches between the versions, on %s; the branch that is shown survives a reload",
  async (_, wrap) => {
    const server = await startRealServer((history, turn) => [`${history.at(-1)?.text}-${turn}`]);
    const transport = wrap(server.transport);
    const page = await mount(transport);
    await act(() => agent.submit("one"));
    await until(() => page.text() === "one 1/1; one-1 1/1; " && agent.status === "idle");
    await act(() => agent.submit("two"));
    await until(() => page.text() === "one 1/1; one-1 1/1; two 1/1; two-2 1/1; " && agent.status === "idle");

    await act(() => agent.edit(ids[2] ?? "", "deux"));
    await until(() => page.text() === "one 1/1; one-1 1/1; deux 2/2; deux-3 1/1; ");
    await act(() => agent.regenerate(ids[3] ?? ""));
    await until(() => page.text() === "one 1/1; one-1 1/1; deux 2/2; deux-4 2/2; ");

    await act(async () => place(2)?.previous());
    await until(() => page.text() === "one 1/1; one-1 1/1; two 1/2; two-2 1/1; ");
    const { threadId } = agent;
    await page.unmount();

    const again = await mount(transport, threadId);
    await until(() => again.text() === "one 1/1; one-1 1/1; two 1/2; two-2 1/1; ");
    await act(() => agent.submit("three"));
    await until(() => again.text() === "one 1/1; one-1 1/1; two 1/2; two-2 1/1; three 1/1; three-5 1/1; ");
    await act(async () => place(2)?.next());
    await until(() => again.text() === "one 1/1; one-1 1/1; deux 2/2; deux-4 2/2; ");
    await act(async () => place(3)?.switchTo(place(3)?.checkpointIds[0] ?? ""));
    await until(() => again.text() === "one 1/1; one-1 1/1; deux 2/2; deux-3 1/2; ");
  },
);
