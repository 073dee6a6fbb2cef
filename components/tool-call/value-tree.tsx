import type { JsonPath, JsonValue, PathState } from "@/lib/partial-json";
import { Icon } from "../ui/icon";
import type { IconName } from "../ui/icon-shapes";
import { useStrings } from "../ui/strings-context";
import { GrowingText } from "./growing-text";

/** Past these a view is not read by anybody; the rest is counted. */
const MAX_CHILDREN = 100;
const MAX_DEPTH = 12;

const GLYPHS: Readonly<Record<PathState, { icon: IconName; colour: string }>> = {
  complete: { icon: "check", colour: "tw:text-success" },
  growing: { icon: "ring", colour: "tw:text-live-edge" },
  absent: { icon: "ring-dashed", colour: "tw:text-settled-edge" },
};

type TreeProps = {
  value: JsonValue[] | { [key: string]: JsonValue };
  path: JsonPath;
  stateAt: (path: JsonPath) => PathState;
};

/** Nested values, one row each: state, key, value. Lists count from 0, as in the JSON. */
export function ValueTree({ value, path, stateAt }: TreeProps) {
  const strings = useStrings();
  const entries: [string | number, JsonValue][] = Array.isArray(value)
    ? value.slice(0, MAX_CHILDREN).map((item, index) => [index, item])
    : Object.entries(value).slice(0, MAX_CHILDREN);
  const total = Array.isArray(value) ? value.length : Object.keys(value).length;
  return (
    <ul
      className={`tw:font-mono tw:text-s tw:leading-6 ${path.length > 1 ? "tw:ms-1.5 tw:border-s tw:border-line tw:ps-4" : ""}`}
      dir="ltr"
    >
      {entries.map(([key, child]) => (
        <TreeRow key={key} name={String(key)} value={child} path={[...path, key]} stateAt={stateAt} />
      ))}
      {total > entries.length && <li className="tw:text-ink-3">… {strings.items(total - entries.length)}</li>}
    </ul>
  );
}

function TreeRow({
  name,
  value,
  path,
  stateAt,
}: {
  name: string;
  value: JsonValue;
  path: JsonPath;
  stateAt: (path: JsonPath) => PathState;
}) {
  const strings = useStrings();
  const state = stateAt(path);
  const glyph = GLYPHS[state];
  const isNested = typeof value === "object" && value !== null;
  const isDeep = path.length >= MAX_DEPTH;
  return (
    <li>
      <div className="tw:grid tw:min-h-6 tw:grid-cols-[14px_minmax(0,auto)_minmax(0,1fr)] tw:items-baseline tw:gap-x-2">
        <span className={`tw:self-center ${glyph.colour}`}>
          <Icon name={glyph.icon} size="s" />
        </span>
        <span className="tw:truncate">{name}</span>
        {isNested ? (
          <span className="tw:font-[family-name:var(--tw-font)] tw:text-xs tw:text-ink-3">
            {countOf(value, state, strings)}
          </span>
        ) : (
          <span className="tw:min-w-0 tw:[overflow-wrap:anywhere] tw:text-code-text">
            <GrowingText text={scalarText(value)} state={state} />
          </span>
        )}
      </div>
      {isNested && !isDeep && <ValueTree value={value} path={path} stateAt={stateAt} />}
    </li>
  );
}

function countOf(
  value: JsonValue[] | { [key: string]: JsonValue },
  state: PathState,
  strings: ReturnType<typeof useStrings>,
): string {
  if (!Array.isArray(value)) return strings.fieldsCount(Object.keys(value).length);
  return state === "growing" ? strings.itemsSoFar(value.length) : strings.items(value.length);
}

function scalarText(value: string | number | boolean | null): string {
  return typeof value === "string" ? value : String(value);
}
