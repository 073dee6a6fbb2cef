import type { Command, RunRequest } from "@/lib/protocol";
import {
  type Clock,
  createHttpTransport,
  createUuid,
  type HttpTransportOptions,
  systemClock,
  type Transport,
} from "@/lib/transport";
import { createAgentName } from "../thread/agent-name";
import type { AgentRun } from "./agent-run";
import { createRun, type RunPlan, type StartOptions } from "./create-run";

export type AgentClientOptions = {
  /** The name of the agent. When absent, `agent` if the server has one of that name, else its first. */
  readonly agent?: string;
  /** Text that may wait for one reader before the network is held, 65,536 characters when absent. */
  readonly maxUnreadChars?: number;
  /** Messages, calls, states or custom items that may wait for one reader before the network is held, 256 when absent. */
  readonly maxUnreadItems?: number;
  readonly clock?: Clock;
  readonly newId?: () => string;
} & (Pick<HttpTransportOptions, "apiUrl" | "headers" | "fetch"> | { readonly transport: Transport });

/** What to run: new input, an answer to interrupts, or, with neither, on from the last checkpoint. */
export type AgentRunRequest = {
  /** A new thread when absent. */
  readonly threadId?: string;
  readonly input?: unknown;
  readonly command?: Command;
  /** Leaves the run when it aborts; `stop` is what ends it. */
  readonly signal?: AbortSignal;
} & Partial<
  Pick<
    RunRequest,
    "config" | "context" | "metadata" | "checkpoint" | "multitask_strategy" | "interrupt_before" | "interrupt_after"
  >
>;

export type AgentClient = {
  /** Starts a run, in the next tick. Never throws: what goes wrong is thrown by what is read of it. */
  run(request: AgentRunRequest): AgentRun;
  /** Reads a run from its first event, whoever started it. */
  join(threadId: string, runId: string, options?: { readonly signal?: AbortSignal }): AgentRun;
};

const MAX_UNREAD_CHARS = 65_536;
const MAX_UNREAD_ITEMS = 256;

/**
 * Talks to an agent without React: runs as async iterables and promises. Readers pull: who stops reading stops the
 * network; the run itself belongs to the server and is not slowed.
 */
export function createAgentClient(options: AgentClientOptions): AgentClient {
  const { clock = systemClock, newId = createUuid } = options;
  const transport = "transport" in options ? options.transport : createHttpTransport({ ...options, clock });
  const agent = createAgentName(transport, options.agent);
  const shared: Omit<RunPlan, "threadId"> = {
    transport,
    clock,
    maxUnreadChars: options.maxUnreadChars ?? MAX_UNREAD_CHARS,
    maxUnreadItems: options.maxUnreadItems ?? MAX_UNREAD_ITEMS,
  };

  return {
    run: ({ threadId: given, signal, input, ...request }) => {
      const threadId = given ?? newId();
      const idempotencyKey = newId();
      async function* start({ modes, hasSubgraphs, signal, onRun }: StartOptions) {
        if (given === undefined) await transport.createThread({ threadId });
        const body: RunRequest = {
          multitask_strategy: "reject",
          ...request,
          assistant_id: await agent(),
          input: input ?? null,
          stream_mode: [...modes],
          stream_resumable: true,
          on_disconnect: "continue",
          ...(hasSubgraphs ? { stream_subgraphs: true } : {}),
        };
        yield* transport.startRun(threadId, body, { signal, onRun, idempotencyKey });
      }
      return createRun({ ...shared, threadId, signal, start });
    },
    join: (threadId, runId, { signal } = {}) => createRun({ ...shared, threadId, runId, signal }),
  };
}
