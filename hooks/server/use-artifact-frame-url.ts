import { useAgentContext } from "../agent/agent-context";
import { useInfo } from "./use-info";

/**
 * Where the server keeps the page in which HTML of a model runs, for the `src` of a frame. Undefined where there is none: on
 * another LangGraph server, and where the server is of another origin than the page, which it does not let frame it.
 */
export function useArtifactFrameUrl(): string | undefined {
  const { apiUrl } = useAgentContext("useArtifactFrameUrl");
  const { info } = useInfo();
  if (info?.toolweave === undefined) return undefined;
  const url = new URL(`${apiUrl.replace(/\/$/, "")}/artifact-frame`, window.location.href);
  return url.origin === window.location.origin ? url.href : undefined;
}
