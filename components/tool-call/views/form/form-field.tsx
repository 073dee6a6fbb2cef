import { useKeptInput } from "@/hooks";
import type { PathState } from "@/lib/partial-json";
import type { InputPlace } from "@/lib/store";
import { writtenOut } from "../../../ui/visible-text";
import { GrowingText } from "../../value";

/** One field of a form, as `ask_form` names it. */
export type FormFieldArgs = {
  name: string;
  label: string;
  kind?: "text" | "long_text" | "number" | "date" | "email" | "choice" | "yes_no";
  options?: string[];
  required?: boolean;
};

const BOX =
  "tw:min-h-control tw:w-full tw:rounded-m tw:border tw:border-line-strong tw:bg-raised tw:px-2 tw:py-1 tw:text-input-s tw:disabled:bg-settled-wash tw:disabled:text-ink-3";

/** A label with the control that its kind asks for. What is written in it waits at `place`, over a reload too. */
export function FormField({
  id,
  field,
  labelState,
  place,
}: {
  id: string;
  field: FormFieldArgs;
  labelState: PathState;
  place: InputPlace;
}) {
  const [kept, keep] = useKeptInput(place);
  const { name, label, kind = "text", options = [], required = false } = field;
  const written = {
    value: typeof kept === "string" ? kept : "",
    onChange: ({ target }: { target: { value: string } }) => keep(target.value === "" ? undefined : target.value),
  };
  const words = (
    <>
      <GrowingText text={label} state={labelState} />
      {required && <span aria-hidden="true"> *</span>}
    </>
  );
  if (kind === "yes_no") {
    return (
      <label className="tw:flex tw:min-h-control tw:items-center tw:gap-2 tw:text-s" dir="auto">
        <input
          type="checkbox"
          name={name}
          id={id}
          checked={kept === true}
          onChange={({ target }) => keep(target.checked || undefined)}
          className="tw:size-4 tw:accent-ink"
        />
        <span>{words}</span>
      </label>
    );
  }
  return (
    <div className="tw:grid tw:gap-1">
      <label htmlFor={id} className="tw:min-h-5 tw:text-s tw:text-ink-2" dir="auto">
        {words}
      </label>
      {kind === "choice" ? (
        <select id={id} name={name} required={required} className={BOX} {...written}>
          <option value="" disabled={required} />
          {[...new Set(options)].map((option) => (
            <option key={option} value={option}>
              {writtenOut(option)}
            </option>
          ))}
        </select>
      ) : kind === "long_text" ? (
        <textarea id={id} name={name} required={required} rows={3} className={BOX} dir="auto" {...written} />
      ) : (
        <input
          id={id}
          name={name}
          required={required}
          type={kind === "number" || kind === "date" || kind === "email" ? kind : "text"}
          step={kind === "number" ? "any" : undefined}
          autoComplete="off"
          className={BOX}
          dir="auto"
          {...written}
        />
      )}
    </div>
  );
}
