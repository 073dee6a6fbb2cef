import type { BaseStore } from "@langchain/langgraph";
import type { Hono } from "hono";
import type { ModelFacts } from "@/lib/protocol";
import type { Agents } from "../agents/create-agents";
import type { Attachments } from "../attachments";
import type { ToolweaveConfig } from "../config";
import type { ReportError, Runtime } from "../runtime";
import type { Limits, User } from "../users";
import type { IdentifyParts } from "./exchange/identify";
import type { OpenLimit } from "./exchange/limits/open-limit";
import type { RefuseHost } from "./exchange/origins/allowed-hosts";
import type { AllowedOrigins } from "./exchange/origins/allowed-origins";

/** What every resource is given. */
export type Services = {
  readonly runtime: Runtime;
  readonly agents: Agents;
  readonly attachments: Attachments;
  readonly models?: Readonly<Record<string, ModelFacts>> | undefined;
  readonly onFeedback?: ToolweaveConfig["onFeedback"];
  readonly identity: IdentifyParts;
  readonly limits: Limits;
  /** What stays open: answers that are followed, and archives that are made. */
  readonly open: { readonly streams: OpenLimit; readonly exports: OpenLimit };
  /** Items of a user, as many as one may keep. */
  readonly itemsOf: (userId: string) => BaseStore;
  readonly refuseHost: RefuseHost;
  readonly origins: AllowedOrigins;
  readonly maxBodyBytes: number;
  readonly reportError: ReportError;
};

/** What every route knows of its request: whose it is. */
export type AppEnv = { Variables: { user: User } };

export type App = Hono<AppEnv>;
