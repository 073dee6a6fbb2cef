import { useAgentContext } from "../agent/agent-context";
import { useInfo } from "./use-info";

/** The address of one of the server's pages for frames; undefined on a server that has none or does not let this page frame it. */
export function useFrameUrl(hook: string, page: string): string | undefined {
  const { apiUrl } = useAgentContext(hook);
  const { info } = useInfo();
  if (info?.toolweave === undefined) return undefined;
  const url = new URL(`${apiUrl.replace(/\/$/, "")}/${page}`, window.location.href);
  return url.origin === window.location.origin ? url.href : undefined;
}
