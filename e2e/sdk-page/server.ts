// A host that is not Next: Toolweave's handlers on plain Node. Prints its address when it is ready.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { interrupt, MessagesAnnotation, START, StateGraph } from "@langchain/langgraph";
import { createHandlers, defineConfig } from "@/lib/server";
import product from "@/toolweave.config";

const question = new StateGraph(MessagesAnnotation)
  .addNode("ask", async () => {
    const answer: unknown = interrupt({ question: "Which one?" });
    return { messages: [{ type: "ai", content: `You chose ${String(answer)}.` }] };
  })
  .addEdge(START, "ask");

const config = defineConfig({
  model: "demo",
  agents: {
    ...product.agents,
    asker: { title: "Asks", graph: ({ checkpointer }) => question.compile({ checkpointer }) },
    bare: { title: "Bare model" },
  },
});

const handlers = createHandlers(config);

const server = createServer(async (incoming, outgoing) => {
  const hasBody = incoming.method !== "GET" && incoming.method !== "HEAD" && incoming.method !== "OPTIONS";
  const response = await handlers.fetch(
    new Request(`http://${incoming.headers.host}${incoming.url}`, {
      method: incoming.method ?? "GET",
      headers: incoming.headers as Record<string, string>,
      ...(hasBody ? { body: Readable.toWeb(incoming) as ReadableStream, duplex: "half" } : {}),
    }),
  );
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  if (!response.body) return void outgoing.end();
  const body = Readable.fromWeb(response.body as Parameters<typeof Readable.fromWeb>[0]);
  outgoing.on("close", () => body.destroy()); // a reader that leaves is told to the run
  body.on("error", () => outgoing.destroy());
  body.pipe(outgoing);
});

server.listen(0, "127.0.0.1", () => {
  const { port } = server.address() as AddressInfo; // it listens on TCP
  console.log(`http://127.0.0.1:${port}/api`);
});

process.on("SIGTERM", async () => {
  await handlers.dispose();
  process.exit(0);
});
