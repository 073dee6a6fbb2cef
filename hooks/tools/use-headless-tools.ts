import { useEffect, useRef } from "react";
import type { HeadlessTool } from "@/lib/headless";
import type { AgentSession } from "@/lib/store";
import { useAgentContext } from "../agent/agent-context";

/**
 * Registers browser tools for the life of this component. The array and its functions may be new at every render:
 * a name is registered once, and the newest function is the one that runs.
 */
export function useHeadlessTools(tools: readonly HeadlessTool[]): void {
  useRegisteredTools(useAgentContext("useHeadlessTools").session, tools);
}

export function useRegisteredTools(session: AgentSession, tools: readonly HeadlessTool[]): void {
  const latest = useRef(tools);
  useEffect(() => {
    latest.current = tools;
  });
  const names = tools.map((tool) => tool.contract.name).join(" ");
  // biome-ignore lint/correctness/useExhaustiveDependencies: the names decide; a new array of the same tools registers nothing
  useEffect(() => session.registerTools(tools.map((tool) => newest(tool, latest))), [session, names]);
}

function newest(tool: HeadlessTool, latest: { readonly current: readonly HeadlessTool[] }): HeadlessTool {
  const { name } = tool.contract;
  return {
    contract: tool.contract,
    execute: (args, context) =>
      (latest.current.find((candidate) => candidate.contract.name === name) ?? tool).execute(args, context),
  };
}
