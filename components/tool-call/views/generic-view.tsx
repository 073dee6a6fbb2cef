import type { JsonPath, JsonValue, PathState } from "@/lib/partial-json";
import { useStrings } from "../../ui/strings-context";
import { type Argument, argumentAt, inWords, textOf } from "../argument-at";
import { Field, Fields, ScalarValue } from "../field";
import { type CallProps, defineToolView } from "../tool-view";
import { ValueTree } from "../value-tree";

/** Fields beyond these are counted. */
const MAX_FIELDS = 60;
const SUMMARY_CHARACTERS = 200;
const MAX_RESULT_CHARACTERS = 20_000;

/** The arguments of any tool, a field each, nested values as a tree. A field appears when its name is written. */
function GenericArguments({ call }: CallProps) {
  const strings = useStrings();
  const { args } = call;
  if (typeof args !== "object" || args === null || Object.keys(args).length === 0) {
    return call.phase === "writing" ? (
      <div className="tw-absent" />
    ) : (
      <p className="tw:text-s tw:text-ink-3">{strings.noArguments}</p>
    );
  }
  return (
    <ValueFields
      value={args}
      argument={(path) => argumentAt(call, path)}
      stateAt={(path) => argumentAt(call, path).state}
    />
  );
}

function GenericResult({ call }: CallProps) {
  const strings = useStrings();
  return (
    <>
      <GenericArguments call={call} />
      <div className="tw:grid tw:gap-2 tw:border-t tw:border-line tw:pt-3">
        <p className="tw:text-xs tw:text-ink-3">{strings.result}</p>
        <ResultValue value={call.result?.value} content={call.result?.content ?? ""} />
      </div>
    </>
  );
}

function ResultValue({ value, content }: { value: unknown; content: string }) {
  const strings = useStrings();
  if (typeof value === "object" && value !== null && Object.keys(value).length > 0) {
    // An object that a tool returned came as JSON.
    const json = value as JsonValue[] | { [key: string]: JsonValue };
    return <ValueFields value={json} argument={(path) => settled(json, path)} stateAt={isThere} />;
  }
  if (content === "") return <p className="tw:text-s tw:text-ink-3">{strings.emptyResult}</p>;
  return (
    <p className="tw:text-s tw:whitespace-pre-wrap tw:[overflow-wrap:anywhere]" dir="auto">
      {content.length > MAX_RESULT_CHARACTERS ? `${content.slice(0, MAX_RESULT_CHARACTERS)} …` : content}
    </p>
  );
}

function ValueFields({
  value,
  argument,
  stateAt,
}: {
  value: JsonValue[] | { [key: string]: JsonValue };
  argument: (path: JsonPath) => Argument;
  stateAt: (path: JsonPath) => PathState;
}) {
  const strings = useStrings();
  const keys: (string | number)[] = Array.isArray(value) ? value.map((_, index) => index) : Object.keys(value);
  return (
    <Fields>
      {keys.slice(0, MAX_FIELDS).map((key) => {
        const field = argument([key]);
        const label = typeof key === "number" ? String(key + 1) : inWords(key);
        const isNested = typeof field.value === "object" && field.value !== null;
        return (
          <Field key={key} label={label} isStacked={isNested} isAbsent={field.state === "absent"}>
            {isNested ? (
              <ValueTree value={field.value as JsonValue[]} path={[key]} stateAt={stateAt} />
            ) : (
              <ScalarValue argument={field} />
            )}
          </Field>
        );
      })}
      {keys.length > MAX_FIELDS && <Field label="…">{strings.fieldsCount(keys.length - MAX_FIELDS)}</Field>}
    </Fields>
  );
}

const isThere = (): PathState => "complete";

function settled(root: JsonValue[] | { [key: string]: JsonValue }, [key]: JsonPath): Argument {
  const value = key === undefined || !Object.hasOwn(root, key) ? undefined : Reflect.get(root, key);
  return { value, state: value === undefined ? "absent" : "complete" };
}

export const genericView = defineToolView({
  name: "",
  icon: "tree",
  Preview: GenericArguments,
  Result: GenericResult,
  summary: (call) => {
    if (call.result !== undefined) return oneLine(call.result.content);
    const first = typeof call.args === "object" && call.args !== null ? Object.values(call.args)[0] : undefined;
    return oneLine(textOf(first) ?? "");
  },
});

function oneLine(text: string): string {
  return text.slice(0, SUMMARY_CHARACTERS).replaceAll(/\s+/g, " ");
}
