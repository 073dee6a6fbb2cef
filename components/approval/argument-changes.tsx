import { Field, Fields } from "../tool-call/value";
import { useStrings } from "../ui/strings";
import { visibleText } from "../ui/visible-text";
import { changesBetween } from "./changes-between";

/** What the person changed: the model's value struck, theirs underlined. Draws nothing where nothing differs. */
export function ArgumentChanges({ before, after }: { before: unknown; after: unknown }) {
  const { approval } = useStrings();
  const changes = changesBetween(before, after);
  if (changes.length === 0) return null;
  return (
    <section className="tw:grid tw:gap-2" aria-label={approval.changed(changes.length)}>
      <p className="tw:text-xs tw:text-ink-3">{approval.changed(changes.length)}</p>
      <Fields>
        {changes.map((change) => (
          <Field key={change.name} label={change.label}>
            {change.before !== undefined && (
              <del className="tw:me-2 tw:text-ink-3">
                <span className="tw-unseen">{approval.was} </span>
                {visibleText(change.before)}
              </del>
            )}
            {change.after === undefined ? (
              <span className="tw:text-ink-3">{approval.takenOut}</span>
            ) : (
              <ins className="tw:decoration-consent-edge">
                <span className="tw-unseen">{approval.isNow} </span>
                {visibleText(change.after)}
              </ins>
            )}
          </Field>
        ))}
      </Fields>
    </section>
  );
}
