import { ToolweaveError } from "@/lib/errors";

export function threadPath(threadId: string): string {
  return `/threads/${pathPart(threadId)}`;
}

export function runPath(threadId: string, runId: string): string {
  return `${threadPath(threadId)}/runs/${pathPart(runId)}`;
}

export function pathPart(id: string): string {
  if (id === "" || id === "." || id === "..") throw new ToolweaveError("bad_request", `"${id}" is not an id.`);
  return encodeURIComponent(id);
}
