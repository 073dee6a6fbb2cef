// A provider that writes one large tool call, then an answer, at a steady pace, in the words of OpenAI's stream.
import { createServer } from "node:http";

const NOTE =
  "on seven hills by the river, older than Rome, and rebuilt after the morning of the first of November 1755, ";
const ROW = `{"city":"Lisbon","people":545796,"note":"${NOTE.repeat(2)}"},`;
export const CALL_BYTES = 100_000;
export const CHUNKS_A_SECOND = 200;
const CHUNK_BYTES = 50;

const SENTENCE = "The table is done, and here is what it says about **each** of the towns. ";
const ANSWER = Array.from({ length: 40 }, (_, index) => `${index % 8 === 0 ? "\n\n" : ""}${SENTENCE}`).join("");

/** Each answer has an id of its own, as with real providers. */
let answers = 0;

export async function startProvider() {
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const piece of request) body += piece;
    if (!request.url?.endsWith("/chat/completions")) {
      response.writeHead(200, { "content-type": "application/json" });
      response.end(JSON.stringify({ object: "list", data: [{ id: "paced", object: "model" }] }));
      return;
    }
    const isAnswered = JSON.parse(body).messages.some(({ role }) => role === "tool");
    response.writeHead(200, { "content-type": "text/event-stream" });
    await write(response, isAnswered ? textDeltas() : callDeltas());
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  return {
    url: `http://127.0.0.1:${server.address().port}/v1`,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

function callDeltas() {
  const rows = ROW.repeat(Math.ceil(CALL_BYTES / ROW.length)).slice(0, -1);
  const json = `{"title":"Towns","columns":["city","people","note"],"rows":[${rows}]}`;
  const first = { index: 0, id: "call_1", type: "function", function: { name: "make_table", arguments: "" } };
  return [
    { role: "assistant", content: null, tool_calls: [first] },
    ...cut(json).map((part) => ({ tool_calls: [{ index: 0, function: { arguments: part } }] })),
  ];
}

function textDeltas() {
  return [{ role: "assistant", content: "" }, ...(ANSWER.match(/\S+\s*|\s+/g) ?? []).map((content) => ({ content }))];
}

function cut(text) {
  const parts = [];
  for (let at = 0; at < text.length; at += CHUNK_BYTES) parts.push(text.slice(at, at + CHUNK_BYTES));
  return parts;
}

/** By the clock, not by sleeps: what came late is caught up with. */
async function write(response, deltas) {
  const startedMs = performance.now();
  answers += 1;
  const id = `answer-${answers}`;
  const send = (choice) =>
    response.write(
      `data: ${JSON.stringify({ id, object: "chat.completion.chunk", created: 0, model: "paced", choices: [choice] })}\n\n`,
    );
  for (const [index, delta] of deltas.entries()) {
    const waitMs = startedMs + (index * 1_000) / CHUNKS_A_SECOND - performance.now();
    if (waitMs > 1) await new Promise((done) => setTimeout(done, waitMs));
    if (response.destroyed) return;
    send({ index: 0, delta, finish_reason: null });
  }
  const isCall = deltas.some((delta) => "tool_calls" in delta);
  send({ index: 0, delta: {}, finish_reason: isCall ? "tool_calls" : "stop" });
  response.end("data: [DONE]\n\n");
}
