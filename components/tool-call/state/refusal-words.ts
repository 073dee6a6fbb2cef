import type { CallRefusal } from "@/lib/store";
import type { Strings } from "../../ui/strings";
import { writtenOut } from "../../ui/visible-text";

/** For the person: why no tool ran, and what they can do. What the agent was told is written for the agent. */
export function refusalWords(name: string, refusal: CallRefusal, { refusal: words }: Strings): string {
  switch (refusal.type) {
    case "unreadable":
      return words.unreadable;
    case "arguments":
      return words.arguments;
    case "unknown-tool":
      return words.unknownTool(writtenOut(name));
    case "declined":
      return refusal.mayHaveRun ? words.declinedAgain(refusal.reason) : words.declined(refusal.reason);
    default:
      return refusal satisfies never;
  }
}
