import type { JournalEntry } from "../journal/journal";
import { outcomeOf } from "./answer";
import type { CallFacts } from "./call-machine";

/** What an entry of the journal says about a call. */
export function journalFact(entry: JournalEntry | undefined): CallFacts["journal"] {
  switch (entry?.state.type) {
    case "executed":
      return {
        type: "executed",
        outcome: outcomeOf(entry.state.answer),
        isStopped: entry.state.isStopped,
        mayHaveRun: entry.state.mayHaveRun === true,
      };
    case "started":
      return { type: "started" };
    case "held":
    case undefined:
      return { type: "none" };
  }
}
