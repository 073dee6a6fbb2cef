import fc from "fast-check";
import { afterEach, describe, expect, it } from "vitest";
import { encodeSse, type RunRequest, type StreamEvent } from "@/lib/protocol";
import { createHttpTransport, type HttpTransportOptions } from "./create-http-transport";
import {
  type Answer,
  json,
  type SeenRequest,
  sseHead,
  startWireServer,
  type WireServer,
} from "./test-support/wire-server";
import type { EventBatch } from "./transport";

const RUN = "11111111-1111-4111-8111-111111111111";
const STREAM = `GET /threads/t1/runs/${RUN}/stream`;
const PLACE = { "content-location": `/threads/t1/runs/${RUN}`, location: `/threads/t1/runs/${RUN}/stream` };
const REQUEST: RunRequest = { assistant_id: "agent", input: { messages: [] }, command: null, stream_mode: ["updates"] };

const servers: WireServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

async function serve(routes: Record<string, Answer>) {
  const server = await startWireServer(routes);
  servers.push(server);
  const transportFor = (options: Partial<HttpTransportOptions> = {}) =>
    createHttpTransport({ apiUrl: server.apiUrl, random: () => 0, ...options });
  return { server, transportFor, transport: transportFor() };
}

async function all(batches: AsyncIterable<EventBatch>): Promise<StreamEvent[]> {
  const found: StreamEvent[] = [];
  for await (const events of batches) found.push(...events);
  return found;
}

/** A run of custom events with ids as our server gives them, and its `end`. */
function ownEvents(count: number): string[] {
  const customs = Array.from({ length: count }, (_, n) =>
    encodeSse("custom", JSON.stringify(`é😀 ${n}`), `${RUN}:${n}`),
  );
  return [...customs, encodeSse("end", "null", `${RUN}:${count}`)];
}

function customsOf(events: readonly StreamEvent[]): unknown[] {
  return events.flatMap((event) => (event.event === "custom" ? [event.data] : []));
}

function expectedCustoms(count: number): string[] {
  return Array.from({ length: count }, (_, n) => `é😀 ${n}`);
}

/** Sends what comes after the id that the client asks for. */
function wantedFrom(request: SeenRequest): number {
  return Number(String(request.headers["last-event-id"]).split(":").at(-1)) + 1;
}

describe("a run's stream", () => {
  it("delivers every event once when the socket is cut at any byte, any number of times (cases 118, 120)", async () => {
    const count = 12;
    const events = ownEvents(count);
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(400), { minLength: 1, maxLength: 4 }), async (cuts) => {
        const rest = [...cuts];
        const play = (request: SeenRequest, response: Parameters<Answer>[1]) => {
          const bytes = Buffer.from(events.slice(request.method === "POST" ? 0 : wantedFrom(request)).join(""));
          const place = rest.shift();
          sseHead(response, PLACE);
          if (place === undefined || place >= bytes.length) response.end(bytes);
          else response.write(bytes.subarray(0, place), () => response.destroy());
        };
        const { server, transportFor } = await serve({
          "POST /threads/t1/runs/stream": play,
          [STREAM]: play,
          [`GET /threads/t1/runs/${RUN}`]: json(200, { ...runRow, status: "running" }),
        });
        const found = await all(transportFor({ wake: eagerWake }).startRun("t1", REQUEST));
        expect(customsOf(found)).toEqual(expectedCustoms(count));
        expect(found.at(-1)?.event).toBe("end");
        expect(server.seen.filter((request) => request.method === "POST")).toHaveLength(1);
      }),
      { numRuns: 40 },
    );
  }, 60_000);

  it("asks again for what it asked first: last id, stream modes, subgraphs (cases 116, 118)", async () => {
    const events = ownEvents(4);
    const { server, transportFor } = await serve({
      "POST /threads/t1/runs/stream": (_request, response) => {
        sseHead(response, PLACE);
        response.write(events.slice(0, 2).join(""), () => response.destroy());
      },
      [STREAM]: (request, response, attempt) => {
        sseHead(response);
        if (attempt === 1)
          response.destroy(); // before any event: the position must survive
        else response.end(events.slice(wantedFrom(request)).join(""));
      },
    });
    const request: RunRequest = { ...REQUEST, stream_mode: ["messages-tuple", "updates"], stream_subgraphs: true };
    const found = await all(transportFor({ wake: eagerWake }).startRun("t1", request));
    expect(customsOf(found)).toEqual(expectedCustoms(4));
    const rejoins = server.seen.filter((seen) => seen.method === "GET");
    expect(rejoins.map((seen) => seen.headers["last-event-id"])).toEqual([`${RUN}:1`, `${RUN}:1`]);
    for (const { path } of rejoins) {
      const query = new URL(path, "http://host").searchParams;
      expect(query.getAll("stream_mode")).toEqual(["messages-tuple", "updates"]);
      expect(query.get("stream_subgraphs")).toBe("true");
    }
  });

  it("drops doubles and events of another run, with ids of both kinds", async () => {
    const lines = [
      encodeSse("custom", '"a"', `${RUN}:0`),
      encodeSse("custom", '"late"', "22222222-2222-4222-8222-222222222222:1"),
      encodeSse("custom", '"a"', `${RUN}:0`),
      encodeSse("custom", '"b"', `${RUN}:1`),
      encodeSse("end", "null", `${RUN}:2`),
    ];
    const bare = ["a:0", "a:0", "b:1"].map((text) =>
      encodeSse("custom", JSON.stringify(text.slice(0, 1)), text.slice(2)),
    );
    const { transport } = await serve({
      "POST /threads/t1/runs/stream": (_request, response) => {
        sseHead(response, PLACE);
        response.end(lines.join(""));
      },
      [STREAM]: (_request, response) => {
        sseHead(response);
        response.end([...bare, encodeSse("end", "null", "2")].join(""));
      },
    });
    expect(customsOf(await all(transport.startRun("t1", REQUEST)))).toEqual(["a", "b"]);
    expect(customsOf(await all(transport.joinRun("t1", RUN)))).toEqual(["a", "b"]);
  });

  it("asks for the run when the stream closes without an end, and rejoins while it goes on (case 91)", async () => {
    const statuses = ["running", "success"];
    const { server, transportFor } = await serve({
      "POST /threads/t1/runs/stream": (_request, response) => {
        sseHead(response, PLACE);
        response.end(encodeSse("custom", '"a"', "0"));
      },
      [STREAM]: (_request, response) => {
        sseHead(response);
        response.end(encodeSse("custom", '"b"', "1"));
      },
      [`GET /threads/t1/runs/${RUN}`]: (request, response, attempt) =>
        json(200, { ...runRow, status: statuses[attempt - 1] })(request, response, attempt),
    });
    const found = await all(transportFor({ wake: eagerWake }).startRun("t1", REQUEST));
    expect(found.map((event) => event.event)).toEqual(["custom", "custom", "end"]);
    expect(server.seen.filter((seen) => seen.method === "POST")).toHaveLength(1);
  });

  it("shows a run as failed when its error event came without data and the run says error (case 105)", async () => {
    const { transport } = await serve({
      "POST /threads/t1/runs/stream": (_request, response) => {
        sseHead(response, PLACE);
        response.end("event: error\nid: 1\n\n");
      },
      [`GET /threads/t1/runs/${RUN}`]: json(200, {
        ...runRow,
        status: "error",
        error: { error: "ProviderError", message: "The model refused.", code: "provider_error" },
      }),
    });
    const found = await all(transport.startRun("t1", REQUEST));
    expect(found).toMatchObject([
      { event: "error", data: { message: "The model refused.", code: "provider_error" } },
      { event: "end" },
    ]);
  });

  it("ends after an error event although the server sends no end", async () => {
    const { transport } = await serve({
      "POST /threads/t1/runs/stream": (_request, response) => {
        sseHead(response, PLACE);
        response.end(encodeSse("error", '"Run not found"', "1"));
      },
    });
    const found = await all(transport.startRun("t1", REQUEST));
    expect(found).toMatchObject([{ event: "error", data: { message: "Run not found" } }, { event: "end" }]);
  });

  it.each([
    ['{"message":"Too long."}', "Too long."],
    ['{"error":"Too short."}', "Too short."],
    ['"Too wide."', "Too wide."],
    ["Too narrow.", "Too narrow."],
    ['{"error":{"message":"Too deep.","code":7}}', "Too deep."],
    ['{"detail":{"error":{"message":"Too far down."}}}', "Too far down."],
    ['{"error":{"reason":{"text":"In no known field."}}}', "The run failed without saying why."],
    ['{"message":""}', "The run failed without saying why."],
    ["{}", "The run failed without saying why."],
    ["[]", "The run failed without saying why."],
  ])("reads the sentence out of an error event that says %s (case 161)", async (data, message) => {
    const { transport } = await serve({
      "POST /threads/t1/runs/stream": (_request, response) => {
        sseHead(response, PLACE);
        response.end(`event: error\ndata: ${data}\n\n`);
      },
    });
    expect(await all(transport.startRun("t1", REQUEST))).toMatchObject([
      { event: "error", data: { message } },
      { event: "end" },
    ]);
  });

  it("gives up a silent connection and rejoins", async () => {
    const events = ownEvents(2);
    const { transportFor } = await serve({
      "POST /threads/t1/runs/stream": (_request, response) => {
        sseHead(response, PLACE);
        response.write(events[0]); // and then nothing, with the socket open
      },
      [STREAM]: (request, response) => {
        sseHead(response);
        response.end(events.slice(wantedFrom(request)).join(""));
      },
    });
    const changes: string[] = [];
    const transport = transportFor({ limits: { maxSilenceMs: 300 }, wake: eagerWake });
    const found = await all(
      transport.startRun("t1", REQUEST, { onConnection: (change) => changes.push(change.state) }),
    );
    expect(customsOf(found)).toEqual(expectedCustoms(2));
    expect(changes).toEqual(["open", "reconnecting", "open"]);
  });

  it("does not take comments for silence (case 95)", async () => {
    const { server, transportFor } = await serve({
      "POST /threads/t1/runs/stream": async (_request, response) => {
        sseHead(response, PLACE);
        for (let beat = 0; beat < 8; beat += 1) {
          response.write(": hb\n\n");
          await new Promise((resolve) => setTimeout(resolve, 60));
        }
        response.end(encodeSse("end", "null", `${RUN}:0`));
      },
    });
    await all(transportFor({ limits: { maxSilenceMs: 250 } }).startRun("t1", REQUEST));
    expect(server.seen).toHaveLength(1);
  });

  it("rejoins when the page wakes up after some silence, and not after a short one", async () => {
    const events = ownEvents(1);
    let wakeUp = () => {};
    const wake = (listener: () => void) => {
      wakeUp = listener;
      return () => {};
    };
    const { server, transportFor } = await serve({
      "POST /threads/t1/runs/stream": (_request, response) => {
        sseHead(response, PLACE);
        response.write(events[0]);
      },
      [STREAM]: (request, response) => {
        sseHead(response);
        response.end(events.slice(wantedFrom(request)).join(""));
      },
    });
    const time = { ms: 0 };
    const clock = {
      now: () => time.ms,
      setTimer: (callback: () => void, delayMs: number) => {
        if (delayMs > 20_000) return () => {}; // the watchdog: time stands still in this test
        const timer = setTimeout(callback, Math.min(delayMs, 5));
        return () => clearTimeout(timer);
      },
    };
    const seen: StreamEvent[] = [];
    const following = (async () => {
      for await (const events of transportFor({ wake, clock }).startRun("t1", REQUEST)) seen.push(...events);
    })();
    await expect.poll(() => seen.length).toBe(1);
    time.ms = 19_000;
    wakeUp();
    expect(server.seen).toHaveLength(1);
    time.ms = 21_000;
    wakeUp();
    await following;
    expect(server.seen.map((request) => request.method)).toEqual(["POST", "GET"]);
    expect(customsOf(seen)).toEqual(expectedCustoms(1));
  });

  it("ends at once, with the signal's reason and nothing else, when it is left (case 110)", async () => {
    let isClosed = false;
    const { transport } = await serve({
      "POST /threads/t1/runs/stream": (_request, response) => {
        response.on("close", () => {
          isClosed = true;
        });
        sseHead(response, PLACE);
        response.write(ownEvents(1)[0]);
      },
    });
    const leave = new AbortController();
    const reason = new Error("left");
    const following = all(
      (async function* () {
        for await (const events of transport.startRun("t1", REQUEST, { signal: leave.signal })) {
          yield events;
          leave.abort(reason);
        }
      })(),
    );
    await expect(following).rejects.toBe(reason);
    await expect.poll(() => isClosed).toBe(true);
  });

  it("closes the connection when its reader stops reading", async () => {
    let isClosed = false;
    const { transport } = await serve({
      "POST /threads/t1/runs/stream": (_request, response) => {
        response.on("close", () => {
          isClosed = true;
        });
        sseHead(response, PLACE);
        response.write(ownEvents(1)[0]);
      },
    });
    for await (const _event of transport.startRun("t1", REQUEST)) break;
    await expect.poll(() => isClosed).toBe(true);
  });

  it("gives what came in one piece together, in one step", async () => {
    const taken = Promise.withResolvers<void>();
    const { transport } = await serve({
      "POST /threads/t1/runs/stream": async (_request, response) => {
        const [first = "", second = "", ...rest] = ownEvents(3);
        sseHead(response, PLACE);
        response.write(first + second);
        await taken.promise;
        response.end(rest.join(""));
      },
    });
    const steps: string[][] = [];
    for await (const events of transport.startRun("t1", REQUEST)) {
      steps.push(events.map(({ event }) => event));
      taken.resolve();
    }
    expect(steps).toEqual([
      ["custom", "custom"],
      ["custom", "end"],
    ]);
  });

  it("polls the run where its events are not kept any more", async () => {
    const statuses = ["running", "success"];
    const { transportFor } = await serve({
      [STREAM]: json(410, { code: "events_gone", message: "Not kept." }),
      [`GET /threads/t1/runs/${RUN}`]: (request, response, attempt) =>
        json(200, { ...runRow, status: statuses[attempt - 1] })(request, response, attempt),
    });
    const found = await all(transportFor({ wake: eagerWake }).joinRun("t1", RUN, { lastEventId: `${RUN}:3` }));
    expect(found.map((event) => event.event)).toEqual(["end"]);
  });

  it("takes the news that it was too slow for no failure of the run, and polls that to its end", async () => {
    const statuses = ["running", "running", "success"];
    const gone = { error: "EventsGone", code: "events_gone", message: "This reader was too slow." };
    const { transportFor } = await serve({
      [STREAM]: (request, response, attempt) => {
        if (attempt > 1) return json(410, { code: "events_gone", message: "Not kept." })(request, response, attempt);
        sseHead(response);
        response.end(encodeSse("custom", '"shown"', `${RUN}:0`) + encodeSse("error", JSON.stringify(gone)));
      },
      [`GET /threads/t1/runs/${RUN}`]: (request, response, attempt) =>
        json(200, { ...runRow, status: statuses[attempt - 1] })(request, response, attempt),
    });
    const found = await all(transportFor({ wake: eagerWake }).joinRun("t1", RUN));
    expect(found.map((event) => event.event)).toEqual(["custom", "end"]);
  });

  it("shows the run as lost only when the run itself cannot be found either", async () => {
    const { transport } = await serve({});
    await expect(all(transport.joinRun("t1", RUN))).rejects.toMatchObject({ code: "connection_lost" });
  });

  it("gives up a known run only after its bound", async () => {
    const { transportFor } = await serve({ [STREAM]: (_request, response) => void response.destroy() });
    const transport = transportFor({ limits: { maxReconnectMs: 200 }, wake: eagerWake });
    await expect(all(transport.joinRun("t1", RUN))).rejects.toMatchObject({ code: "connection_lost" });
  });
});

describe("starting a run", () => {
  it("repeats with the same idempotency key until the run id is known, and never after", async () => {
    const { server, transportFor } = await serve({
      "POST /threads/t1/runs/stream": (_request, response, attempt) => {
        if (attempt < 3) return void response.destroy();
        sseHead(response, PLACE);
        response.end(ownEvents(1).join(""));
      },
    });
    const runs: string[] = [];
    await all(transportFor({ wake: eagerWake }).startRun("t1", REQUEST, { onRun: (runId) => runs.push(runId) }));
    const keys = server.seen.map((request) => request.headers["idempotency-key"]);
    expect(new Set(keys).size).toBe(1);
    expect(keys).toHaveLength(3);
    expect(runs).toEqual([RUN]);
  });

  it("takes the key that it is given", async () => {
    const { server, transport } = await serve({
      "POST /threads/t1/runs/stream": (_request, response) => {
        sseHead(response, PLACE);
        response.end(ownEvents(0).join(""));
      },
    });
    await all(transport.startRun("t1", REQUEST, { idempotencyKey: "mine" }));
    expect(server.seen[0]?.headers["idempotency-key"]).toBe("mine");
  });

  it("stops repeating after its bound, and says that the connection is lost", async () => {
    const { server, transportFor } = await serve({
      "POST /threads/t1/runs/stream": (_request, response) => void response.destroy(),
    });
    const transport = transportFor({ limits: { maxStartAttempts: 3 }, wake: eagerWake });
    await expect(all(transport.startRun("t1", REQUEST))).rejects.toMatchObject({ code: "connection_lost" });
    expect(server.seen).toHaveLength(3);
  });

  it("joins the run that an unheard first try left behind on a server without idempotency", async () => {
    const { server, transportFor } = await serve({
      "POST /threads/t1/runs/stream": (request, response, attempt) =>
        attempt === 1
          ? void response.destroy()
          : text(422, "Thread is already running a task.")(request, response, attempt),
      "GET /threads/t1/runs": (request, response, attempt) =>
        json(200, request.path.includes("running") ? [{ ...runRow, status: "running" }] : [])(
          request,
          response,
          attempt,
        ),
      [STREAM]: (request, response) => {
        sseHead(response);
        response.end(ownEvents(2).slice(wantedFrom(request)).join(""));
      },
    });
    const found = await all(transportFor({ wake: eagerWake }).startRun("t1", REQUEST));
    expect(customsOf(found)).toEqual(expectedCustoms(2));
    expect(server.seen.filter((request) => request.method === "POST")).toHaveLength(2);
  });

  it.each([
    ["422 as text", 422, "Thread is already running a task. Wait for it to finish.", "busy"],
    ["409 as text", 409, "Thread is busy", "busy"],
    [
      "409 in our words",
      409,
      JSON.stringify({ code: "interrupt_not_pending", message: "No." }),
      "interrupt_not_pending",
    ],
    ["400 of zod", 400, JSON.stringify({ success: false, error: { issues: [], name: "ZodError" } }), "bad_request"],
    ["400 with its field", 400, JSON.stringify({ code: "bad_request", message: "No.", field: "input" }), "bad_request"],
    ["404 as text", 404, "Thread T not found", "not_found"],
    ["500 as text", 500, "Internal Server Error", "internal"],
    ["500 as a page", 500, "<html>oops</html>", "internal"],
    ["401", 401, "", "unauthorized"],
  ])("a refusal is final: %s", async (_name, status, body, code) => {
    const { server, transport } = await serve({ "POST /threads/t1/runs/stream": text(status, body) });
    const error = await all(transport.startRun("t1", REQUEST)).then(
      () => undefined,
      (reason: unknown) => reason as Error,
    );
    expect(error).toMatchObject({ code });
    expect(error?.message).not.toBe("");
    expect(error?.message).not.toContain("<html");
    expect(error?.message).not.toContain("[object");
    expect(server.seen).toHaveLength(1);
  });

  it("does not take another kind of answer for a stream", async () => {
    const { transport } = await serve({ "POST /threads/t1/runs/stream": json(200, { hello: true }) });
    await expect(all(transport.startRun("t1", REQUEST))).rejects.toMatchObject({ code: "stream_malformed" });
  });
});

describe("the other requests", () => {
  const thread = { thread_id: "t1", created_at: "2026-01-01", updated_at: "2026-01-01", metadata: {}, status: "idle" };

  it("creates a thread once although the first answer was lost", async () => {
    const { server, transport } = await serve({
      "POST /threads": (request, response, attempt) =>
        attempt === 1 ? void response.destroy() : json(200, thread)(request, response, attempt),
    });
    await transport.createThread({ metadata: { title: "x" } });
    const bodies = server.seen.map((request) => request.body as Record<string, unknown>);
    expect(bodies).toHaveLength(2);
    expect(bodies[0]).toEqual(bodies[1]);
    expect(bodies[0]).toMatchObject({ if_exists: "do_nothing", metadata: { title: "x" } });
    expect(bodies[0]?.thread_id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  });

  it("pages by the header where there is one, by the page's length where there is none", async () => {
    const page = Array.from({ length: 2 }, () => thread);
    const { transport } = await serve({
      "POST /threads/search": (request, response, attempt) =>
        json(200, page, attempt === 1 ? { "x-pagination-next": "2" } : {})(request, response, attempt),
    });
    expect((await transport.searchThreads({ limit: 2 })).next).toBe(2);
    expect((await transport.searchThreads({ limit: 2, offset: 2 })).next).toBe(4);
    expect((await transport.searchThreads({ limit: 3, offset: 4 })).next).toBeUndefined();
  });

  it("asks again for a cancel that is answered with 404 (case 108)", async () => {
    const { server, transport } = await serve({
      [`POST /threads/t1/runs/${RUN}/cancel`]: (request, response, attempt) =>
        attempt < 3 ? text(404, "Run not found")(request, response, attempt) : void response.writeHead(202).end(),
    });
    await transport.cancelRun("t1", RUN);
    expect(server.seen).toHaveLength(3);
  });

  it("finds the newest run in whichever order a server lists them, with what went wrong", async () => {
    const run = (run_id: string, created_at: string, over: object = {}) => ({
      run_id,
      thread_id: "t1",
      assistant_id: "agent",
      status: "success",
      created_at,
      updated_at: created_at,
      ...over,
    });
    const error = { error: "ToolweaveError", message: "The answer broke off.", code: "provider_cut_off" };
    const failed = run("new", "2026-01-02T00:00:00Z", { status: "error", error });
    const fine = run("old", "2026-01-01T00:00:00Z");
    for (const runs of [
      [failed, fine],
      [fine, failed],
    ]) {
      const { transport } = await serve({
        "GET /threads/t1/runs": json(200, runs),
        "GET /threads/t2/runs": json(200, []),
      });
      expect(await transport.newestRun("t1")).toEqual({ runId: "new", status: "error", error });
      expect(await transport.newestRun("t2")).toBeUndefined();
    }
  });

  it("counts a thread that is gone as deleted", async () => {
    const { transport } = await serve({ "DELETE /threads/t1": text(404, "Thread not found") });
    await expect(transport.deleteThread("t1")).resolves.toBeUndefined();
  });

  it("claims: granted, held by another, unknown to this server", async () => {
    const claim = { interrupt_id: "i1", holder: "me", lease_expires_at: "2026-01-01T00:02:00.000Z" };
    const refusal = { code: "claimed_elsewhere", message: "Taken.", ...claim, holder: "other" };
    const { transport } = await serve({
      "POST /threads/t1/interrupts/i1/claim": json(200, claim),
      "POST /threads/t1/interrupts/i2/claim": json(409, refusal),
      "POST /threads/t1/interrupts/i4/claim": json(404, { code: "not_found", message: "Thread t1 not found." }),
    });
    await expect(transport.claimInterrupt("t1", "i1", "me")).resolves.toEqual(claim);
    await expect(transport.claimInterrupt("t1", "i2", "me")).rejects.toMatchObject({
      code: "claimed_elsewhere",
      context: { holder: "other", leaseExpiresAt: claim.lease_expires_at },
    });
    await expect(transport.claimInterrupt("t1", "i3", "me")).resolves.toBeUndefined();
    await expect(transport.claimInterrupt("t1", "i4", "me")).rejects.toMatchObject({ code: "not_found" });
  });

  it("keeps path parts apart", async () => {
    const { server, transport } = await serve({});
    await transport.getState("a/../b").catch(() => undefined);
    expect(server.seen[0]?.path).toBe("/threads/a%2F..%2Fb/state");
    await expect(transport.getState("..")).rejects.toMatchObject({ code: "bad_request" });
  });
});

const runRow = {
  run_id: RUN,
  thread_id: "t1",
  assistant_id: "agent",
  created_at: "2026-01-01T00:00:00.000Z",
  updated_at: "2026-01-01T00:00:00.000Z",
};

function text(status: number, body: string): Answer {
  return (_request, response) => {
    response.writeHead(status, { "content-type": "text/plain" }).end(body);
  };
}

/** Cuts every wait between tries short. */
function eagerWake(listener: () => void): () => void {
  const timer = setInterval(listener, 10);
  return () => clearInterval(timer);
}
