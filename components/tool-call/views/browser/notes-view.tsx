import type { JsonValue } from "@/lib/partial-json";
import { useStrings } from "../../../ui/strings";
import { visibleText } from "../../../ui/visible-text";
import { defineToolView, type PreviewProps } from "../../tool-view";
import { ArgumentField, Fields, textOf, valueAt } from "../../value";

const MAY_BE_KEPT: ReadonlySet<string> = new Set(["writing", "server", "browser", "done"]);

/** The note as it is written; once it is kept, a line says where. That line's place is kept from the start. */
function SaveNotePreview({ call, arg }: PreviewProps<{ text: string }>) {
  const { notes } = useStrings();
  return (
    <div className="tw:grid tw:gap-2">
      <Fields>
        <ArgumentField label={notes.text} argument={arg(["text"])} />
      </Fields>
      {MAY_BE_KEPT.has(call.phase) && (
        <p className="tw:min-h-4 tw:text-xs tw:text-ink-3">{call.phase === "done" && notes.kept}</p>
      )}
    </div>
  );
}

function ListNotesPreview({ call, arg }: PreviewProps<{ limit: number }>) {
  const { notes } = useStrings();
  const texts = notesOf(call.result?.value);
  if (call.phase !== "done") {
    return (
      <Fields>
        <ArgumentField label={notes.atMost} argument={arg(["limit"])} />
      </Fields>
    );
  }
  if (texts.length === 0) return <p className="tw:text-s tw:text-ink-3">{notes.none}</p>;
  return (
    <ul className="tw:grid tw:text-s">
      {texts.map((text, index) => (
        <li
          // biome-ignore lint/suspicious/noArrayIndexKey: a result never changes
          key={index}
          className="tw:border-b tw:border-line tw:py-1.5 tw:last:border-b-0 tw:whitespace-pre-wrap tw:[overflow-wrap:anywhere]"
          dir="auto"
        >
          {visibleText(text)}
        </li>
      ))}
    </ul>
  );
}

function notesOf(value: unknown): string[] {
  const notes = valueAt(value, ["notes"]);
  if (!Array.isArray(notes)) return [];
  return notes.flatMap((note: JsonValue) => textOf(valueAt(note, ["text"])) ?? []);
}

export const saveNoteView = defineToolView<{ text: string }>("save_note", {
  icon: "note",
  preview: SaveNotePreview,
  summary: (call) => textOf(valueAt(call.args, ["text"])) ?? "",
});

export const listNotesView = defineToolView<{ limit: number }>("list_notes", {
  icon: "note",
  preview: ListNotesPreview,
  summary: (call, strings) => strings.notes.count(notesOf(call.result?.value).length),
});
