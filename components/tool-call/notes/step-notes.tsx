import { usePlacedEvents, usePlacedSubagents } from "@/hooks";
import { useStrings } from "../../ui/strings";
import { SubAgent } from "../subagents/sub-agents";
import { EventList } from "./event-list";

/**
 * What a graph told between two messages and about no call: graphs within it that began there, and what it wrote to its
 * stream. `place` is the message that follows, or the end of a run.
 */
export function StepNotes({ place }: { place: string }) {
  const strings = useStrings();
  const agents = usePlacedSubagents(place);
  const events = usePlacedEvents(place);
  if (agents.length === 0 && events.length === 0) return null;
  return (
    <ul className="tw-notes" aria-label={strings.reports.list}>
      {agents.map((agent) => (
        <li key={agent.id}>
          <SubAgent agent={agent} />
        </li>
      ))}
      {events.length > 0 && (
        <li>
          <EventList events={events} name={strings.reports.written} />
        </li>
      )}
    </ul>
  );
}
