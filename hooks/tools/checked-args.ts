import type { JsonValue } from "@/lib/partial-json";
import type { CallState } from "@/lib/store";
import type { DeclaredTool, DeclaredTools } from "./typed-call";

/** A whole call as its tool's schema reads it; as it is while it grows, and for a tool that is not among these. */
export function checkedArgs(call: CallState, tools: DeclaredTools): CallState {
  if (call.status !== "complete") return call;
  const tool = toolNamed(call.name, tools);
  if (tool === undefined) return call;
  const read = ("input" in tool ? tool.input : tool.schema).safeParse(call.args);
  if (read.success) return { ...call, args: read.data as JsonValue }; // what the caller's own schema makes of JSON
  const [issue] = read.error.issues;
  const path = issue?.path.join(".") ?? "";
  return {
    ...call,
    status: "invalid",
    error:
      call.error ?? `The arguments do not fit the tool "${call.name}": ${path && `${path}: `}${issue?.message ?? ""}`,
  };
}

function toolNamed(name: string, tools: DeclaredTools): DeclaredTool | undefined {
  const all: readonly (DeclaredTool | { readonly contract: DeclaredTool })[] = Object.values(tools);
  return all.map((tool) => ("contract" in tool ? tool.contract : tool)).find((tool) => tool.name === name);
}
