import type { StructuredToolInterface } from "@langchain/core/tools";
import type { AgentInfo } from "@/lib/protocol";
import type { AgentDefinition } from "../config";

/** What the page is told about an agent. A graph of one's own says nothing about its tools. */
export function describeAgent(id: string, definition: AgentDefinition): AgentInfo {
  return {
    id,
    title: definition.title,
    ...(definition.description === undefined ? {} : { description: definition.description }),
    ...("model" in definition && definition.model !== undefined ? { has_own_model: true } : {}),
    tools: "tools" in definition ? definition.tools.map(describeTool) : [],
    suggestions: definition.suggestions ?? [],
  };
}

function describeTool(tool: StructuredToolInterface): AgentInfo["tools"][number] {
  const metadata = (tool as { metadata?: Record<string, unknown> }).metadata ?? {}; // LangChain types it on the class
  const title = typeof metadata.title === "string" ? metadata.title : inWords(tool.name);
  return { name: tool.name, title, isHeadless: metadata.headlessTool === true };
}

/** `get_user_name` → "Get user name". */
function inWords(name: string): string {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replace(/[_-]+/g, " ")
    .trim()
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
