import { type Ref, useId } from "react";
import type { ArgumentFault } from "@/lib/headless";
import { inWords } from "../tool-call/value";
import { Button } from "../ui/button";
import { isComposing } from "../ui/is-composing";
import { useStrings } from "../ui/strings";
import { visibleText } from "../ui/visible-text";
import { type DraftField, draftOf, jsonDraftOf, readDraft, withField } from "./argument-draft";
import type { ArgumentEdit } from "./use-argument-edit";

const INPUT =
  "tw:w-full tw:min-w-0 tw:rounded-m tw:border tw:border-line-strong tw:bg-raised tw:px-2 tw:py-[5px] tw:text-input-s tw:aria-invalid:border-error-edge";
const AREA = `${INPUT} tw:[field-sizing:content] tw:max-h-64 tw:min-h-control tw:resize-none`;

/**
 * The arguments under the person's hands: a field each, or the whole as JSON. What does not fit is said at its field.
 * Esc leaves them as they were.
 */
export function ArgumentForm({
  ref,
  edit,
  onLeave,
}: {
  ref: Ref<HTMLFieldSetElement>;
  edit: ArgumentEdit;
  onLeave: () => void;
}) {
  const { approval } = useStrings();
  const { draft, setDraft, faults } = edit;
  if (draft === undefined) return null;
  const names = draft.type === "fields" ? draft.fields.map(({ name }) => name) : [];
  const others = faults.filter(({ path }) => !names.includes(String(path[0])));
  const other = () => {
    const { args } = readDraft(draft, approval);
    setDraft(draft.type === "json" ? draftOf(args) : jsonDraftOf(args));
  };
  return (
    <fieldset
      ref={ref}
      className="tw:grid tw:gap-3 tw:px-3 tw:pb-1"
      aria-label={approval.form}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || isComposing(event)) return;
        event.preventDefault(); // it stops no run
        onLeave();
      }}
    >
      {draft.type === "json" ? (
        <textarea
          className={`${AREA} tw:font-mono`}
          aria-label={approval.json}
          aria-invalid={others.length > 0}
          dir="ltr"
          spellCheck={false}
          value={draft.text}
          onChange={(event) => setDraft({ type: "json", text: event.target.value })}
        />
      ) : (
        draft.fields.map((field) => (
          <FieldEditor
            key={field.name}
            field={field}
            faults={faults.filter(({ path }) => path[0] === field.name)}
            onChange={(text) => setDraft(withField(draft, field.name, text))}
          />
        ))
      )}
      <Faults faults={others.map((fault) => ({ ...fault, message: withPath(fault) }))} />
      <Button
        tone="bare"
        className="tw:justify-self-start"
        disabled={readDraft(draft, approval).args === undefined}
        onClick={other}
      >
        {draft.type === "json" ? approval.asFields : approval.asJson}
      </Button>
    </fieldset>
  );
}

function FieldEditor({
  field: { name, kind, text },
  faults,
  onChange,
}: {
  field: DraftField;
  faults: readonly ArgumentFault[];
  onChange: (text: string) => void;
}) {
  const id = useId();
  const shared = {
    id,
    "aria-invalid": faults.length > 0,
    "aria-describedby": faults.length > 0 ? `${id}-faults` : undefined,
  };
  const deeper = faults.map((fault) => ({ ...fault, message: withPath({ ...fault, path: fault.path.slice(1) }) }));
  return (
    <div className="tw:grid tw:gap-1">
      <label htmlFor={id} className="tw:text-xs tw:text-ink-3">
        {visibleText(inWords(name))}
      </label>
      {kind === "boolean" ? (
        <input
          {...shared}
          type="checkbox"
          className="tw:size-5 tw:justify-self-start tw:accent-consent-fill"
          checked={text === "true"}
          onChange={(event) => onChange(String(event.target.checked))}
        />
      ) : (
        <textarea
          {...shared}
          rows={1}
          className={kind === "json" ? `${AREA} tw:font-mono` : AREA}
          inputMode={kind === "number" ? "decimal" : undefined}
          dir={kind === "text" ? "auto" : "ltr"}
          value={text}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
      <Faults id={`${id}-faults`} faults={deeper} />
    </div>
  );
}

function Faults({ id, faults }: { id?: string; faults: readonly ArgumentFault[] }) {
  if (faults.length === 0) return null;
  return (
    <p id={id} role="alert" className="tw:text-xs tw:text-error">
      {faults.map(({ message }) => message).join(" ")}
    </p>
  );
}

function withPath({ path, message }: ArgumentFault): string {
  return path.length === 0 ? message : `${path.join(".")}: ${message}`;
}
