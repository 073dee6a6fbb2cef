import { useInfo } from "@/hooks";
import { writtenOut } from "../ui/visible-text";
import { inWords } from "./value";

/** What a person reads on a card's head: the title that the server gives the tool, else its name in words. */
export function useToolTitle(name: string): string {
  const { info } = useInfo();
  const tools = info?.toolweave?.agents.flatMap((agent) => agent.tools) ?? [];
  return tools.find((tool) => tool.name === name)?.title ?? inWords(writtenOut(name));
}
