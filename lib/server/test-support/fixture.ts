import { setTimeout as wait } from "node:timers/promises";
import type { StructuredToolInterface } from "@langchain/core/tools";
import { tool } from "langchain";
import { onTestFinished } from "vitest";
import { z } from "zod";
import { getLocation } from "@/lib/headless/contract";
import type { ToolweaveConfig } from "../config";
import { createHandlers, type HandlerOptions, type Handlers } from "../create-handlers";
import { registerHeadless } from "../middleware/register-headless";
import { createClient, KEYS_ENV, type TestClient } from "./client";
import { type Script, ScriptedModel } from "./scripted-model";
import { newFolder } from "./storages";

/** A server of one test, and how to talk to it. */
export type Fixture = {
  readonly handlers: Handlers;
  readonly client: TestClient;
  readonly model: ScriptedModel;
  readonly dataDir: string;
  /** What the server reported as its own faults. */
  readonly reported: unknown[];
  /** Ends the server as SIGTERM would and makes a new one on the same data folder. */
  restart(): Promise<Fixture>;
};

type Options = HandlerOptions & {
  readonly dataDir?: string;
  readonly agents?: ToolweaveConfig["agents"];
  readonly limits?: ToolweaveConfig["limits"];
  readonly onFeedback?: ToolweaveConfig["onFeedback"];
  readonly attachmentRules?: ToolweaveConfig["attachments"];
  /** False: the model is what `env` says, and the script says nothing. */
  readonly isScripted?: boolean;
};

/** Tests ask faster than any person; what they say of limits holds. */
const NO_LIMITS = {
  requestsPerMinute: Infinity,
  refusalsPerMinute: Infinity,
  concurrentRuns: Infinity,
  openStreams: Infinity,
  openExports: Infinity,
  threads: Infinity,
  storeItems: Infinity,
};

/** A server on a folder of its own, ended and removed after the test. */
export async function createFixture(script: Script, options: Options = {}): Promise<Fixture> {
  const { dataDir = await newFolder(), agents, limits, onFeedback, attachmentRules = {}, ...rest } = options;
  const { isScripted = true, ...handlerOptions } = rest;
  const model = new ScriptedModel(script);
  const reported: unknown[] = [];
  const handlers = createHandlers(
    {
      ...(isScripted && { model }),
      dataDir,
      attachments: attachmentRules,
      ...(onFeedback && { onFeedback }),
      limits: { ...NO_LIMITS, ...limits },
      agents: agents ?? { agent: { title: "Assistant", prompt: "Be brief.", tools: TOOLS } },
    },
    {
      reportError: (error) => reported.push(error),
      ...handlerOptions,
      env: { ...(handlerOptions.env ?? process.env), ...KEYS_ENV },
    },
  );
  onTestFinished(() => handlers.dispose(0));
  return {
    handlers,
    client: createClient(handlers),
    model,
    dataDir,
    reported,
    async restart() {
      await handlers.dispose(0);
      return createFixture(script, { ...options, dataDir });
    },
  };
}

const add = tool(({ a, b }) => String(a + b), {
  name: "add",
  description: "Adds.",
  schema: z.object({ a: z.number(), b: z.number() }),
});

const multiply = tool(({ a, b }) => String(a * b), {
  name: "multiply",
  description: "Multiplies.",
  schema: z.object({ a: z.number(), b: z.number() }),
});

const broken = tool(
  (): string => {
    throw new Error("the disk of the tool is full");
  },
  { name: "broken", description: "Fails.", schema: z.object({}) },
);

/** Waits a minute unless it is aborted. */
const slow = tool(
  async (_, config) => {
    await wait(60_000, undefined, { signal: config.signal });
    return "slept";
  },
  { name: "slow", description: "Sleeps.", schema: z.object({}) },
);

/** Server tools that answer, fail and take long, and one browser tool. */
export const TOOLS: StructuredToolInterface[] = [add, multiply, broken, slow, registerHeadless(getLocation)];
