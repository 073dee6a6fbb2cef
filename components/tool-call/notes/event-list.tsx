import { JsonBlock } from "../../ui/export/json-block";
import { Foldable } from "../../ui/foldable";
import { Icon } from "../../ui/icon";
import { useStrings } from "../../ui/strings";
import { visibleText } from "../../ui/visible-text";
import { eventWords } from "./event-words";

type Written = { readonly name: string; readonly data: unknown };

/** What was written to the stream, in one row: the newest in its own words, and behind it all of it as it came. */
export function EventList({ events, name }: { events: readonly Written[]; name: string }) {
  const strings = useStrings();
  const newest = events.at(-1);
  if (newest === undefined) return null;
  const row = (
    <>
      <Icon name="note" size="s" />
      <span className="tw:min-w-0 tw:truncate" dir="auto">
        {visibleText(eventWords(newest.name, newest.data))}
      </span>
      {events.length > 1 && (
        <span className="tw:flex-none tw:text-ink-3 tw:tabular-nums">· {strings.reports.count(events.length)}</span>
      )}
    </>
  );
  return (
    <Foldable row={row}>
      <JsonBlock name={name} value={events.length === 1 ? newest.data : events.map(({ data }) => data)} />
    </Foldable>
  );
}
