import { type FormEvent, useId, useRef, useState } from "react";
import { useAgent } from "@/hooks";
import { Button } from "../../../ui/button";
import { useStrings } from "../../../ui/strings";
import { visibleText } from "../../../ui/visible-text";
import { defineToolView, type PreviewProps } from "../../tool-view";
import { Field, Fields, GrowingText, textOf } from "../../value";
import { FormField, type FormFieldArgs } from "./form-field";

const MAX_FIELDS = 40;

type Answers = Readonly<Record<string, string | number | boolean>>;
type FormArgs = { title: string; fields: FormFieldArgs[]; submit?: string; answers?: Answers };

/** A form that the model writes and the person fills: its fields appear one by one and open once the form is whole. */
function FormPreview({ call, arg }: PreviewProps<FormArgs>) {
  const strings = useStrings();
  const { decide } = useAgent();
  const [isBusy, setIsBusy] = useState(false);
  const [hasFailed, setHasFailed] = useState(false);
  const idPrefix = useId();
  const formRef = useRef<HTMLFormElement>(null);
  const title = arg(["title"]);
  const fields = fieldsOf(call.args);
  const isOpen = call.phase === "interrupted" || call.phase === "consent";
  const answers = (call.editedArgs as Partial<FormArgs> | undefined)?.answers;
  if (answers !== undefined)
    return <GivenAnswers fields={fields} answers={answers} title={textOf(title.value) ?? ""} />;

  const give = (decision: Parameters<typeof decide>[1]) => {
    // The fields will be gone; the focus stays with their card.
    formRef.current?.closest("article")?.focus({ preventScroll: true });
    setIsBusy(true);
    setHasFailed(false);
    decide(call.key, decision).catch(() => {
      setIsBusy(false);
      setHasFailed(true);
    });
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const given = answersIn(new FormData(event.currentTarget), fields);
    give({ type: "edit", args: { ...(call.args as FormArgs), answers: given } });
  };
  return (
    <form
      ref={formRef}
      className="tw:grid tw:gap-3"
      onSubmit={submit}
      aria-label={textOf(title.value) || strings.form.title}
    >
      <p className="tw:min-h-5 tw:text-s tw:font-medium" dir="auto">
        <GrowingText text={textOf(title.value) ?? ""} state={title.state} />
      </p>
      <fieldset
        className={`tw:grid tw:gap-3 ${call.phase === "writing" ? "tw-absent-next" : ""}`}
        disabled={!isOpen || isBusy}
      >
        {fields.map((field, index) => (
          <FormField
            // biome-ignore lint/suspicious/noArrayIndexKey: fields are only appended, their place is their identity
            key={index}
            id={`${idPrefix}-${index}`}
            field={field}
            labelState={arg(["fields", index, "label"]).state}
            place={{
              name: JSON.stringify(["form", call.id, index]),
              about: field,
              interruptId: call.interruptId,
            }}
          />
        ))}
      </fieldset>
      {hasFailed && (
        <p role="alert" className="tw:text-s tw:text-error">
          {strings.decisionFailed}
        </p>
      )}
      {isOpen && (
        <div className="tw:flex tw:flex-wrap tw:gap-2">
          <Button tone="consent" icon="check" type="submit" disabled={isBusy} data-decision="approve">
            {visibleText(textOf(arg(["submit"]).value) || strings.form.submit)}
          </Button>
          <Button disabled={isBusy} data-decision="decline" onClick={() => give({ type: "decline" })}>
            {strings.decline}
          </Button>
        </div>
      )}
    </form>
  );
}

function GivenAnswers({
  fields,
  answers,
  title,
}: {
  fields: readonly FormFieldArgs[];
  answers: Answers;
  title: string;
}) {
  const strings = useStrings();
  return (
    <>
      <p className="tw:min-h-5 tw:text-s tw:font-medium" dir="auto">
        {visibleText(title)}
      </p>
      <Fields>
        {fields.map(({ name, label }) => {
          const answer = Object.hasOwn(answers, name) ? answers[name] : undefined;
          const text = typeof answer === "boolean" ? (answer ? strings.yes : strings.no) : textOf(answer);
          return (
            <Field key={name} label={label}>
              {text ? visibleText(text) : <span className="tw:text-ink-3">{strings.emptyText}</span>}
            </Field>
          );
        })}
      </Fields>
    </>
  );
}

/**
 * The fields as far as they are written. Each answer has a name of its own, so that none takes the place of another:
 * of two fields with one name the second answers as `name_2`, and so does `__proto__`, which no record on the way keeps.
 */
function fieldsOf(args: unknown): FormFieldArgs[] {
  const fields: unknown = typeof args === "object" && args !== null ? Reflect.get(args, "fields") : undefined;
  if (!Array.isArray(fields)) return [];
  const taken = new Set(["__proto__"]);
  return fields.slice(0, MAX_FIELDS).map((field: Partial<FormFieldArgs> | null) => ({
    name: ownName(textOf(field?.name) ?? "", taken),
    label: textOf(field?.label) ?? textOf(field?.name) ?? "",
    kind: field?.kind ?? "text",
    options: Array.isArray(field?.options) ? field.options.filter((option) => typeof option === "string") : [],
    required: field?.required === true,
  }));
}

function ownName(name: string, taken: Set<string>): string {
  let own = name;
  for (let count = 2; taken.has(own); count += 1) own = `${name}_${count}`;
  taken.add(own);
  return own;
}

function answersIn(form: FormData, fields: readonly FormFieldArgs[]): Answers {
  return Object.fromEntries(
    fields.map(({ name, kind }) => {
      const text = String(form.get(name) ?? "");
      if (kind === "yes_no") return [name, form.has(name)];
      return [name, kind === "number" && text !== "" ? Number(text) : text];
    }),
  );
}

export const askFormView = defineToolView<FormArgs>("ask_form", {
  icon: "edit",
  hasDecision: true,
  preview: FormPreview,
  summary: (call) => textOf((call.args as Partial<FormArgs> | undefined)?.title) ?? "",
});
