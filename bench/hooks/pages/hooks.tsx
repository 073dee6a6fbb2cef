// Toolweave's hooks, with the arguments live and structured: the field is read out of the growing value.
import { useEffect } from "react";
import { createRoot } from "react-dom/client";
import { AgentProvider, useAgent, useMessage, useMessages, useToolArg, useToolCallStream } from "@/hooks";
import type { StreamEvent } from "@/lib/protocol";
import { createMemoryTransport, type EventBatch, type Transport } from "@/lib/transport";
import { deltas, EARLIER, earlierText, finish, measured, PACKET, TAIL, WINDOW } from "./measured";

const THREAD = "00000000-0000-4000-8000-000000000001";

const whole = { type: "ai", id: "live", content: "", tool_calls: [] as unknown[] };
const answered = Promise.withResolvers<void>();
const server = createMemoryTransport({
  script: async (run) => {
    await answered.promise;
    run.addMessages("model", [whole]);
  },
});
await server.createThread({ threadId: THREAD });
server.threads.get(THREAD)?.addMessages(
  Array.from({ length: EARLIER }, (_, at) => ({
    type: at % 2 === 0 ? "human" : "ai",
    id: `earlier-${at}`,
    content: earlierText(at),
  })),
);
/** Events as objects, as the peers' pages get theirs: what is measured begins behind the reading of the wire, which gives a packet's together. */
const transport: Transport = {
  ...server,
  async *startRun(...request) {
    const run = server.startRun(...request)[Symbol.asyncIterator]();
    const metadata = await run.next();
    if (!metadata.done) yield metadata.value;
    yield* answer();
    for (let next = await run.next(); !next.done; next = await run.next()) yield next.value;
  },
};

async function* answer(): AsyncGenerator<EventBatch> {
  let args = "";
  let batch: StreamEvent[] = [];
  for await (const { kind, piece } of deltas()) {
    const chunk = { index: 0, args: piece, ...(args === "" ? { id: "call-1", name: "write" } : {}) };
    if (kind === "text") whole.content += piece;
    else args += piece;
    const delta = kind === "text" ? { content: piece } : { content: "", tool_call_chunks: [chunk] };
    const message = { type: "AIMessageChunk", id: "live", ...delta };
    batch.push({ event: "messages", namespace: [], id: "", data: [message, { langgraph_node: "model" }] });
    if (batch.length < PACKET) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
  whole.tool_calls = [{ name: "write", args: JSON.parse(args), id: "call-1", type: "tool_call" }];
  answered.resolve();
}

function Message({ id }: { readonly id: string }) {
  const message = useMessage(id);
  return (
    <div>
      <p>{message?.text}</p>
      {message?.callKeys.map((key) => (
        <Call key={key} callKey={key} />
      ))}
    </div>
  );
}

function Call({ callKey }: { readonly callKey: string }) {
  const body = useToolArg(callKey, ["body"]).value;
  return <pre>{typeof body === "string" ? body.slice(-TAIL) : ""}</pre>;
}

function List() {
  const ids = useMessages();
  const agent = useAgent();
  measured.isReady = agent.status === "idle" && ids.length === EARLIER;
  window.begin = () => void agent.submit("go");
  return (
    <>
      {ids.slice(-WINDOW).map((id) => (
        <Message key={id} id={id} />
      ))}
      <End />
    </>
  );
}

/** Tells when the run has settled, and what then stands there. */
function End() {
  const ids = useMessages();
  const { status } = useAgent();
  const last = useMessage(ids.at(-1) ?? "");
  const call = useToolCallStream(last?.callKeys[0] ?? "");
  const isSettled = status === "idle" && call?.status === "complete" && last?.isStreaming === false;
  useEffect(() => {
    if (isSettled) finish(last?.text ?? "", call?.args);
  }, [isSettled, last, call]);
  return null;
}

const root = document.getElementById("root");
if (root) {
  createRoot(root).render(
    <AgentProvider transport={transport} threadId={THREAD}>
      <List />
    </AgentProvider>,
  );
}
