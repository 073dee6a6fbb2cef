import { useRef, useState } from "react";
import type { JsonPath, JsonValue, PathState } from "@/lib/partial-json";
import { Button } from "../../ui/button";
import { JsonBlock } from "../../ui/export/json-block";
import { Foldable } from "../../ui/foldable";
import { Icon, type IconName } from "../../ui/icon";
import type { Strings } from "../../ui/strings";
import { useStrings } from "../../ui/strings";
import { visibleText, writtenOut } from "../../ui/visible-text";
import { textOf } from "./argument-at";
import { GrowingText } from "./growing-text";

/** So many rows at first; the rest is counted, and comes when it is asked for: each time ten times as many. */
const FIRST_CHILDREN = 100;
/** Each level takes from a row's width; what is deeper is shown as JSON, which scrolls to the side. */
const MAX_DEPTH = 12;
const DATE = /^\d{4}-\d{2}-\d{2}(T[\d:.]+(Z|[+-]\d{2}:?\d{2})?)?$/;

const GLYPHS: Readonly<Record<PathState, { icon: IconName; colour: string }>> = {
  complete: { icon: "check", colour: "tw:text-success" },
  growing: { icon: "ring", colour: "tw:text-live-edge" },
  absent: { icon: "ring-dashed", colour: "tw:text-settled-edge" },
};

type Container = JsonValue[] | { [key: string]: JsonValue };
type StateAt = (path: JsonPath) => PathState;

/** Nested values, one row each: state, key, value, type. Lists count from 0, as in the JSON. */
export function ValueTree({ value, path = [], stateAt }: { value: Container; path?: JsonPath; stateAt: StateAt }) {
  const { tree } = useStrings();
  const [maxChildren, setMaxChildren] = useState(FIRST_CHILDREN);
  const listRef = useRef<HTMLUListElement>(null);
  const entries: [string | number, JsonValue][] = Array.isArray(value)
    ? value.slice(0, maxChildren).map((item, index) => [index, item])
    : Object.entries(value).slice(0, maxChildren);
  const total = Array.isArray(value) ? value.length : Object.keys(value).length;
  const showMore = () => {
    listRef.current?.focus({ preventScroll: true }); // the button goes, its list stays
    setMaxChildren(maxChildren * 10);
  };
  return (
    <ul
      ref={listRef}
      tabIndex={-1}
      className={`tw:font-mono tw:text-s tw:leading-6 ${path.length > 0 ? "tw:ms-1.5 tw:border-s tw:border-line tw:ps-4" : ""}`}
      dir="ltr"
    >
      {entries.map(([key, child]) => (
        <TreeRow key={key} name={String(key)} value={child} path={[...path, key]} stateAt={stateAt} />
      ))}
      {total > entries.length && (
        <li className="tw:font-[family-name:var(--tw-font)]">
          <Button tone="bare" onClick={showMore}>
            {tree.showMore(total - entries.length)}
          </Button>
        </li>
      )}
    </ul>
  );
}

function TreeRow({ name, value, path, stateAt }: { name: string; value: JsonValue; path: JsonPath; stateAt: StateAt }) {
  const strings = useStrings();
  const state = stateAt(path);
  const glyph = GLYPHS[state];
  const isNested = typeof value === "object" && value !== null;
  return (
    <li data-state={state}>
      <div className="tw:grid tw:min-h-6 tw:grid-cols-[14px_minmax(0,auto)_minmax(0,1fr)_auto] tw:items-baseline tw:gap-x-2">
        <span className={`tw:flex tw:h-6 tw:items-center tw:self-start ${glyph.colour}`}>
          <Icon name={glyph.icon} size="s" />
        </span>
        <span className="tw:truncate">
          {visibleText(name === "" ? '""' : name)}
          <span className="tw-unseen"> ({strings.tree.state[state]})</span>
        </span>
        {isNested ? (
          <span className="tw:font-[family-name:var(--tw-font)] tw:text-xs tw:text-ink-3">
            {countOf(value, state, strings)}
          </span>
        ) : (
          <span
            className="tw:min-w-0 tw:text-code-text tw:[overflow-wrap:anywhere] tw:whitespace-pre-wrap"
            data-quoted={typeof value === "string" ? state : undefined}
          >
            <GrowingText text={textOf(value) ?? "null"} state={state} />
          </span>
        )}
        <span className="tw:font-[family-name:var(--tw-font)] tw:text-xs tw:text-ink-3">
          {strings.tree.type[typeOf(value, state)]}
        </span>
      </div>
      {isNested && path.length < MAX_DEPTH && <ValueTree value={value} path={path} stateAt={stateAt} />}
      {isNested && path.length >= MAX_DEPTH && <DeeperLevels name={name} value={value} />}
    </li>
  );
}

function DeeperLevels({ name, value }: { name: string; value: Container }) {
  const { tree } = useStrings();
  return (
    <div className="tw:font-[family-name:var(--tw-font)]">
      <Foldable row={tree.deeper(writtenOut(name))}>
        <JsonBlock name={name} value={value} />
      </Foldable>
    </div>
  );
}

/** What each shape of a row means, as far as there are such rows. */
export function TreeLegend({ isGrowing }: { isGrowing: boolean }) {
  const { tree } = useStrings();
  return (
    <p className="tw:flex tw:flex-wrap tw:gap-x-3 tw:text-xs tw:text-ink-3" aria-hidden="true">
      {(isGrowing ? (["complete", "growing"] as const) : (["complete"] as const)).map((state) => (
        <span key={state} className="tw:flex tw:items-center tw:gap-1">
          <Icon name={GLYPHS[state].icon} size="s" />
          {tree.state[state]}
        </span>
      ))}
    </p>
  );
}

function countOf(value: Container, state: PathState, strings: Strings): string {
  if (!Array.isArray(value)) return strings.fieldsCount(Object.keys(value).length);
  return state === "growing" ? strings.itemsSoFar(value.length) : strings.items(value.length);
}

/** A type in a person's words. A text is a date only when it is whole: half of one may become anything. */
function typeOf(value: JsonValue, state: PathState): keyof Strings["tree"]["type"] {
  if (value === null) return "nothing";
  if (Array.isArray(value)) return "list";
  if (typeof value === "string") return state === "complete" && DATE.test(value) ? "date" : "text";
  return typeof value === "number" ? "number" : typeof value === "boolean" ? "yesNo" : "object";
}
