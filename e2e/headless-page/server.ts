// A page with browser tools of its own, and Toolweave's handlers, on one origin. Prints its address when it is ready.
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join } from "node:path";
import { AIMessage, type BaseMessage } from "@langchain/core/messages";
import { tool } from "@langchain/core/tools";
import { END, MessagesAnnotation, START, StateGraph } from "@langchain/langgraph";
import { ToolNode } from "@langchain/langgraph/prebuilt";
import { z } from "zod";
import { readPageText, readSelection } from "@/lib/headless/contract";
import { createHandlers, defineConfig } from "@/lib/server";
import { registerHeadless } from "@/lib/server/middleware";
import { answer as answerWith } from "@/lib/server/test-support/serve";
import product from "@/toolweave.config";
import { staged } from "./staged";
import * as contracts from "./tools";

const TYPES: Readonly<Record<string, string>> = { ".html": "text/html", ".js": "text/javascript" };
const { PAGE_DIR = "", PORT = "0" } = process.env;

const double = tool(({ n }) => String(2 * n), {
  name: "double",
  description: "Doubles.",
  schema: z.object({ n: z.int() }),
});
const tools = [
  double,
  ...Object.values(contracts).map((contract) => registerHeadless(contract)),
  registerHeadless(readSelection),
  registerHeadless(readPageText),
];

/** What a person types is what is called: `work 1, double 2`. After the results it says them. */
function answer({ messages }: { messages: BaseMessage[] }) {
  const last = messages.at(-1);
  if (last?.type !== "human") {
    const results = messages.slice(messages.findLastIndex((message) => message.type === "ai") + 1);
    return { messages: [new AIMessage(`Heard: ${results.map((message) => message.text).join(" ")}`)] };
  }
  const tool_calls = last.text.split(",").map((words) => {
    const [name = "", n = "0"] = words.trim().split(" ");
    return { id: crypto.randomUUID(), name, args: { n: Number(n) } };
  });
  return { messages: [new AIMessage({ content: "", tool_calls })] };
}

const graph = new StateGraph(MessagesAnnotation)
  .addNode("model", answer)
  .addNode("tools", new ToolNode(tools))
  .addEdge(START, "model")
  .addConditionalEdges("model", ({ messages }) => ((messages.at(-1) as AIMessage).tool_calls?.length ? "tools" : END))
  .addEdge("tools", "model");

const handlers = createHandlers(
  defineConfig({
    model: "demo",
    agents: {
      agent: { title: "Caller", graph: ({ checkpointer }) => graph.compile({ checkpointer }) },
      staged,
      ...(product.agents.agent === undefined ? {} : { demo: product.agents.agent }),
    },
  }),
);

const server = createServer(async (incoming, outgoing) => {
  const { pathname, searchParams } = new URL(incoming.url ?? "/", "http://localhost");
  if (pathname === "/clock") {
    const aheadMs = Number(searchParams.get("ahead"));
    const now = Date.now.bind(Date);
    Date.now = () => now() + aheadMs; // a lease ends for the server alone
    return void outgoing.end();
  }
  if (!pathname.startsWith("/api")) return await sendFile(pathname);
  await answerWith(handlers, incoming, outgoing).catch(() => outgoing.destroy());

  async function sendFile(path: string) {
    const name = path === "/" ? "/index.html" : path;
    const file = await readFile(join(PAGE_DIR, name)).catch(() => undefined);
    const type = TYPES[extname(name)] ?? "text/plain";
    const cookie = handlers.pageCookie(
      new Request(`http://localhost${path}`, { headers: { cookie: incoming.headers.cookie ?? "" } }),
    );
    outgoing.writeHead(file ? 200 : 404, { "content-type": type, ...(cookie && { "set-cookie": cookie }) });
    outgoing.end(file);
  }
});

await handlers.start(); // it knows its visitors from then on

server.listen(Number(PORT), "127.0.0.1", () => {
  const { port } = server.address() as AddressInfo; // it listens on TCP
  console.log(`http://localhost:${port}`);
});
