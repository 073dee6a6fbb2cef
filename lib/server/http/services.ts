import type { Agents } from "../agents/create-agents";
import type { Attachments } from "../attachments";
import type { ReportError, Runtime } from "../runtime";

/** What every resource is given. */
export type Services = {
  readonly runtime: Runtime;
  readonly agents: Agents;
  readonly attachments: Attachments;
  readonly maxBodyBytes: number;
  readonly reportError: ReportError;
};
