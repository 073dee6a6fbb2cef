import type { Page } from "@playwright/test";

/** The text of the message at a place: of many lengths, some with code and lists, so that heights differ. */
export function textAt(place: number): string {
  const turn = Math.floor(place / 2);
  if (place % 2 === 0) return `Question ${turn}: what about item ${turn * 7}?`;
  const words = "The quick brown fox jumps over the lazy dog. ".repeat(2 + (turn % 9));
  const extra = turn % 6 === 0 ? "\n\n- one\n- two\n- three\n\n```js\nconst a = 1;\n```\n" : "";
  return `Answer ${turn}. ${words}${extra}`;
}

const STEP = 1_000;

/** A thread of the page's own user with so many messages, put into the server over HTTP; `textAt` says what is in it. */
export async function seedThread(
  { request }: Pick<Page, "request">,
  url: string,
  count: number,
  text: (place: number) => string = textAt,
): Promise<string> {
  const threadId = crypto.randomUUID();
  const post = async (path: string, data: unknown) => {
    const response = await request.post(`${url}/api${path}`, { data });
    if (!response.ok()) throw new Error(`${path}: ${response.status()} ${await response.text()}`);
  };
  await request.get(url); // the page's cookie says whose thread it is
  const step = (from: number) => ({
    as_node: "model_request",
    values: {
      messages: Array.from({ length: Math.min(STEP, count - from) }, (_, index) => {
        const place = from + index;
        return { type: place % 2 === 0 ? "human" : "ai", id: `m-${place}`, content: text(place) };
      }),
    },
  });
  await post("/threads", {
    thread_id: threadId,
    metadata: { graph_id: "agent", title: `${count} messages` },
    supersteps: [{ updates: [step(0)] }],
  });
  for (let from = STEP; from < count; from += STEP) await post(`/threads/${threadId}/state`, step(from));
  return threadId;
}
