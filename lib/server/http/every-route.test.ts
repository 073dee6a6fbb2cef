import { describe, expect, test } from "vitest";
import { createClient, KEYS, type TestClient } from "../test-support/client";
import { createFixture } from "../test-support/fixture";
import { callPieces } from "../test-support/scripted-model";
import { DEAD_ROUTES } from "./dead-routes";
import { OPERATIONS } from "./openapi/operations";

/** Everything that one user has, by the names that requests use. */
type Belongings = {
  readonly thread: string;
  readonly checkpoint: string;
  readonly message: string;
  readonly run: string;
  readonly interrupt: string;
  readonly stateless: string;
  readonly attachment: string;
};

type Ask = { readonly path: string; readonly body?: unknown; readonly headers?: Record<string, string> };

/**
 * What a stranger asks of a route with ids that are somebody else's (`hers`), also beside a thread of their own (`own`).
 * `hidden`: each is answered as if it were not there. `blind`: none holds anything of hers. `same`: it is the same for all.
 */
type Probe =
  | { readonly hidden: (hers: Belongings, own: Belongings) => readonly Ask[] }
  | { readonly blind: (hers: Belongings) => readonly Ask[] }
  | "same";

const SECRET = "the gate code is 4711";
const INPUT = { messages: [{ type: "human", content: SECRET }] };
const RUN = { assistant_id: "agent", input: INPUT };
const PLACE = { namespace: ["notes"], key: "gate" };

const hidden = (path: (hers: Belongings) => string, body?: unknown): Probe => ({
  hidden: (hers) => [{ path: path(hers), body }],
});

/** Starting a run: on her thread, made or not, and on an own thread from what is hers. */
const starting = (end: string): Probe => ({
  hidden: (hers, own) => [
    { path: `/threads/${hers.thread}/runs${end}`, body: RUN },
    { path: `/threads/${hers.thread}/runs${end}`, body: { ...RUN, if_not_exists: "create" } },
    { path: `/threads/${hers.thread}/runs${end}`, body: { assistant_id: "agent", command: { resume: "yes" } } },
    { path: `/threads/${own.thread}/runs${end}`, body: { ...RUN, checkpoint_id: hers.checkpoint } },
    {
      path: `/threads/${own.thread}/runs${end}`,
      body: { ...RUN, checkpoint: { thread_id: hers.thread, checkpoint_ns: "", checkpoint_id: hers.checkpoint } },
    },
    { path: `/threads/${own.thread}/runs${end}`, body: { ...RUN, input: messageWith(hers.attachment) } },
  ],
});

/** Runs without threads: another user's key is another key, and no checkpoint of hers begins one. */
const stateless: Probe = {
  blind: () => [{ path: "", body: RUN, headers: { "idempotency-key": "her key" } }],
};

const PROBES: Readonly<Record<string, Probe>> = {
  "get /ok": "same",
  "get /info": "same",
  "get /openapi.json": "same",
  "get /artifact-frame": "same",
  "get /diagram-frame": "same",
  "post /assistants/search": "same",
  "post /assistants/count": "same",
  "get /assistants/{assistant_id}": "same",
  "get /assistants/{assistant_id}/schemas": "same",
  "get /assistants/{assistant_id}/graph": "same",
  "get /assistants/{assistant_id}/subgraphs": "same",
  "get /assistants/{assistant_id}/subgraphs/{namespace}": "same",

  "post /threads": {
    hidden: ({ thread }) => [
      { path: "/threads", body: { thread_id: thread } },
      { path: "/threads", body: { thread_id: thread, if_exists: "do_nothing" } },
    ],
  },
  "post /threads/search": {
    blind: ({ thread }) => [
      { path: "/threads/search", body: { limit: 1000 } },
      { path: "/threads/search", body: { ids: [thread] } },
      { path: "/threads/search", body: { metadata: { title: SECRET } } },
      { path: "/threads/search", body: { q: "gate" } },
      { path: "/threads/search", body: { status: "interrupted" } },
    ],
  },
  "post /threads/count": { blind: () => [{ path: "/threads/count", body: { metadata: { title: SECRET } } }] },
  "get /threads/{thread_id}": hidden(({ thread }) => `/threads/${thread}`),
  "patch /threads/{thread_id}": hidden(({ thread }) => `/threads/${thread}`, { metadata: { title: "mine" } }),
  "delete /threads/{thread_id}": hidden(({ thread }) => `/threads/${thread}`),
  "post /threads/{thread_id}/copy": hidden(({ thread }) => `/threads/${thread}/copy`),
  "get /threads/{thread_id}/state": hidden(({ thread }) => `/threads/${thread}/state`),
  "post /threads/{thread_id}/state": {
    hidden: (hers, own) => [
      { path: `/threads/${hers.thread}/state`, body: { values: INPUT, as_node: "model_request" } },
      { path: `/threads/${own.thread}/state`, body: { values: INPUT, checkpoint_id: hers.checkpoint } },
      {
        path: `/threads/${own.thread}/state`,
        body: { values: messageWith(hers.attachment), as_node: "model_request" },
      },
    ],
  },
  "get /threads/{thread_id}/state/{checkpoint_id}": {
    hidden: (hers, own) => [
      { path: `/threads/${hers.thread}/state/${hers.checkpoint}` },
      { path: `/threads/${own.thread}/state/${hers.checkpoint}` },
    ],
  },
  "post /threads/{thread_id}/state/checkpoint": {
    hidden: (hers, own) => [
      { path: `/threads/${hers.thread}/state/checkpoint`, body: { checkpoint: { checkpoint_id: hers.checkpoint } } },
      {
        path: `/threads/${own.thread}/state/checkpoint`,
        body: { checkpoint: { thread_id: hers.thread, checkpoint_id: hers.checkpoint } },
      },
    ],
  },
  "post /threads/{thread_id}/history": {
    hidden: (hers, own) => [
      { path: `/threads/${hers.thread}/history`, body: {} },
      { path: `/threads/${own.thread}/history`, body: { before: hers.checkpoint } },
      {
        path: `/threads/${own.thread}/history`,
        body: { before: { configurable: { thread_id: hers.thread, checkpoint_id: hers.checkpoint } } },
      },
    ],
  },
  "get /threads/{thread_id}/history": {
    hidden: (hers, own) => [
      { path: `/threads/${hers.thread}/history` },
      { path: `/threads/${own.thread}/history?before=${hers.checkpoint}` },
    ],
  },
  "get /threads/{thread_id}/messages": {
    hidden: (hers, own) => [
      { path: `/threads/${hers.thread}/messages` },
      { path: `/threads/${hers.thread}/messages?q=gate` },
      { path: `/threads/${own.thread}/messages?checkpoint=${hers.checkpoint}` },
      { path: `/threads/${own.thread}/messages?before=${hers.message}` },
    ],
  },
  "post /threads/{thread_id}/runs": starting(""),
  "post /threads/{thread_id}/runs/stream": starting("/stream"),
  "post /threads/{thread_id}/runs/wait": starting("/wait"),
  "get /threads/{thread_id}/runs": hidden(({ thread }) => `/threads/${thread}/runs`),
  "get /threads/{thread_id}/runs/{run_id}": ofRun("get", ""),
  "delete /threads/{thread_id}/runs/{run_id}": ofRun("delete", ""),
  "post /threads/{thread_id}/runs/{run_id}/cancel": ofRun("post", "/cancel"),
  "get /threads/{thread_id}/runs/{run_id}/stream": ofRun("get", "/stream"),
  "get /threads/{thread_id}/runs/{run_id}/join": ofRun("get", "/join"),

  "post /runs": at("/runs", stateless),
  "post /runs/stream": at("/runs/stream", stateless),
  "post /runs/wait": at("/runs/wait", stateless),
  "post /runs/batch": { blind: () => [{ path: "/runs/batch", body: [RUN] }] },
  "get /runs/{run_id}": ofAnyRun(""),
  "get /runs/{run_id}/stream": ofAnyRun("/stream"),
  "get /runs/{run_id}/join": ofAnyRun("/join"),
  "post /runs/{run_id}/cancel": ofAnyRun("/cancel"),

  "post /threads/{thread_id}/interrupts/{interrupt_id}/claim": hidden(
    ({ thread, interrupt }) => `/threads/${thread}/interrupts/${interrupt}/claim`,
    { holder: "a page of the stranger" },
  ),

  "post /attachments": "same",
  "get /attachments/{attachment_id}": hidden(({ attachment }) => `/attachments/${attachment}`),
  "get /attachments/{attachment_id}/thumbnail": hidden(({ attachment }) => `/attachments/${attachment}/thumbnail`),
  "get /attachments/{attachment_id}/info": hidden(({ attachment }) => `/attachments/${attachment}/info`),
  "delete /attachments/{attachment_id}": hidden(({ attachment }) => `/attachments/${attachment}`),

  "get /users/me/export": { blind: () => [{ path: "/users/me/export" }] },
  "delete /users/me": { blind: () => [{ path: "/users/me" }] },

  "put /store/items": { blind: () => [{ path: "/store/items", body: { ...PLACE, value: { of: "the stranger" } } }] },
  "get /store/items": { blind: () => [{ path: "/store/items?namespace=notes&key=gate" }] },
  "post /store/items/search": {
    blind: () => [
      { path: "/store/items/search", body: {} },
      { path: "/store/items/search", body: { namespace_prefix: ["notes"], filter: { of: "the owner" } } },
    ],
  },
  "post /store/namespaces": { blind: () => [{ path: "/store/namespaces", body: { prefix: ["hers"] } }] },
  "delete /store/items": { blind: () => [{ path: "/store/items", body: PLACE }] },
};

function at(path: string, probe: Probe): Probe {
  if (probe === "same" || "hidden" in probe) return probe;
  return { blind: (hers) => probe.blind(hers).map((ask) => ({ ...ask, path })) };
}

function ofRun(_method: string, end: string): Probe {
  return {
    hidden: (hers, own) => [
      { path: `/threads/${hers.thread}/runs/${hers.run}${end}`, headers: { "last-event-id": `${hers.run}:0` } },
      { path: `/threads/${own.thread}/runs/${hers.run}${end}`, headers: { "last-event-id": "-1" } },
    ],
  };
}

function ofAnyRun(end: string): Probe {
  return {
    hidden: (hers) => [
      { path: `/runs/${hers.stateless}${end}`, headers: { "last-event-id": "-1" } },
      { path: `/runs/${hers.run}${end}`, headers: { "last-event-id": "-1" } },
    ],
  };
}

function messageWith(attachmentId: string) {
  const file = { type: "file", url: `/attachments/${attachmentId}`, mime_type: "text/plain" };
  return { messages: [{ type: "human", content: [{ type: "text", text: "Read this." }, file] }] };
}

/** What a user has after a while: a thread that waits for a browser tool, a run without a thread, a file, an item. */
async function fill(client: TestClient, owner: string): Promise<Belongings> {
  const { body: made } = await client.call("POST", "/threads", { metadata: { title: SECRET } });
  const thread: string = made.thread_id;
  const uploaded = await client.send("POST", "/attachments", SECRET, {
    "content-type": "text/plain",
    "content-disposition": 'attachment; filename="gate.txt"',
  });
  const attachment: string = (await uploaded.json()).id;
  await client.run(thread, { input: INPUT });
  const { body: state } = await client.call("GET", `/threads/${thread}/state`);
  const { body: runs } = await client.call("GET", `/threads/${thread}/runs`);
  const { body: waiting } = await client.call("GET", `/threads/${thread}`);
  const alone = await client.send("POST", "/runs", RUN, { "idempotency-key": "her key" });
  await client.call("PUT", "/store/items", { ...PLACE, value: { of: owner, secret: SECRET } });
  await client.call("PUT", "/store/items", { namespace: ["hers", "alone"], key: "k", value: { secret: SECRET } });
  return {
    thread,
    checkpoint: state.checkpoint.checkpoint_id,
    message: state.values.messages[0].id,
    run: runs[0].run_id,
    interrupt: Object.values(waiting.interrupts as Record<string, { id: string }[]>).flat()[0]?.id ?? "",
    stateless: (await alone.json()).run_id,
    attachment,
  };
}

/** A server with an owner whose things must stay hidden, and a stranger who has things too. */
async function open() {
  const { handlers, client: owner } = await createFixture(() => callPieces(0, "call-0", "get_location", {}));
  const stranger = createClient(handlers, { "x-api-key": KEYS.stranger });
  return { owner, stranger, hers: await fill(owner, "the owner"), own: await fill(stranger, "the stranger") };
}

async function answerOf(client: TestClient, method: string, { path, body, headers }: Ask) {
  const response = await client.send(method.toUpperCase(), path, body, headers);
  return { status: response.status, text: await response.text() };
}

/** All that the owner can see of what is theirs. */
async function portrait(owner: TestClient, hers: Belongings): Promise<unknown> {
  const paths = [
    `/threads/${hers.thread}`,
    `/threads/${hers.thread}/history`,
    `/threads/${hers.thread}/runs`,
    `/threads/${hers.thread}/messages`,
    `/attachments/${hers.attachment}/info`,
    `/runs/${hers.stateless}`,
    "/store/items?namespace=notes&key=gate",
    "/store/items?namespace=hers.alone&key=k",
  ];
  const answers = await Promise.all(paths.map((path) => owner.call("GET", path)));
  return answers.map(({ status, body }) => ({ status, body }));
}

describe("what belongs to one user", () => {
  test("is asked for by a stranger on every route that there is", () => {
    expect(Object.keys(PROBES).sort()).toEqual(OPERATIONS.map(({ method, path }) => `${method} ${path}`).sort());
  });

  test("is not there for the stranger, on any route and in any place of a request, and stays as it was", async () => {
    const { owner, stranger, hers, own } = await open();
    const ids = Object.entries(hers).map(([name, id]) => [name, id] as const);
    expect(ids.filter(([, id]) => !id)).toEqual([]);
    const before = await portrait(owner, hers);
    let asked = 0;
    for (const [route, probe] of Object.entries(PROBES)) {
      if (probe === "same") continue;
      const method = route.split(" ")[0] ?? "";
      const asks = "hidden" in probe ? probe.hidden(hers, own) : probe.blind(hers);
      for (const ask of asks) {
        const { status, text } = await answerOf(stranger, method, ask);
        const about = `${route}: ${JSON.stringify(ask)} was answered ${status} ${text.slice(0, 300)}`;
        if ("hidden" in probe) {
          expect([404, JSON.parse(text || "{}").code], about).toEqual([status, "not_found"]);
        } else {
          expect(status, about).toBeLessThan(500);
          for (const [name, id] of ids) expect(text.includes(id) ? `${name} in ${about}` : "").toBe("");
          expect(text.includes("the owner") ? about : "").toBe("");
        }
        asked += 1;
      }
    }
    expect(asked).toBeGreaterThan(60);
    expect(await portrait(owner, hers)).toEqual(before);
  });

  test("is there for its owner under the same ids, so that the test above tests something", async () => {
    const { owner, hers, own } = await open();
    const reading = Object.entries(PROBES).filter(([route]) => route.startsWith("get "));
    for (const [route, probe] of reading) {
      if (probe === "same" || !("hidden" in probe)) continue;
      const [ask] = probe.hidden(hers, own);
      if (!ask || route.endsWith("/thumbnail")) continue; // a text has none
      expect([route, (await answerOf(owner, "get", ask)).status]).toEqual([route, 200]);
    }
    const claim = { path: `/threads/${hers.thread}/interrupts/${hers.interrupt}/claim`, body: { holder: "her page" } };
    expect((await answerOf(owner, "post", claim)).status).toBe(200);
  });

  test("is not looked at by what is not served", async () => {
    const { stranger, hers } = await open();
    for (const [method, path] of DEAD_ROUTES) {
      const place = path.replace(":threadId", hers.thread).replace(/:\w+/, hers.run);
      const { status, text } = await answerOf(stranger, method, {
        path: place,
        body: method === "GET" ? undefined : {},
      });
      const isHers = path.includes(":threadId");
      expect([method, path, status, text.includes(hers.run)]).toEqual([method, path, isHers ? 404 : 501, false]);
    }
  });

  test("is shut to the requests that answer, join or steer a run beside the path", async () => {
    const { owner, stranger, hers, own } = await open();
    const before = await portrait(owner, hers);
    const resume = { assistant_id: "agent", command: { resume: { [hers.interrupt]: { latitude: 1 } } } };
    const answered = await answerOf(stranger, "post", { path: `/threads/${own.thread}/runs`, body: resume });
    expect(answered.status).toBe(409); // as for an interrupt that never was
    const elsewhere = { configurable: { thread_id: hers.thread, checkpoint_id: hers.checkpoint } };
    const led = { path: `/threads/${own.thread}/runs/wait`, body: { ...RUN, config: elsewhere } };
    expect((await answerOf(stranger, "post", led)).status).toBe(200); // on the stranger's own thread
    expect(await portrait(owner, hers)).toEqual(before);
  });
});
