import type { ToolCallView } from "@/hooks";
import type { JsonValue, PathState } from "@/lib/partial-json";
import { useStrings } from "../ui/strings";
import { visibleText } from "../ui/visible-text";
import { type CallProps, defineToolView } from "./tool-view";
import { argumentAt, TreeLegend, textOf, ValueTree } from "./value";

const SUMMARY_CHARACTERS = 200;
const MAX_RESULT_CHARACTERS = 20_000;

/** The arguments of any tool as a tree. A row appears when its name is written, below what explains it: nothing is pushed down. */
function GenericArguments({ call }: CallProps) {
  const strings = useStrings();
  const isWriting = call.phase === "writing";
  if (!isFilled(call.args)) {
    return isWriting ? <div className="tw-absent" /> : <p className="tw:text-s tw:text-ink-3">{strings.noArguments}</p>;
  }
  return (
    <div className="tw:grid tw:grid-cols-[minmax(0,1fr)] tw:gap-2">
      {/* It stays where it was seen. */}
      {call.startedAtMs !== undefined && <TreeLegend isGrowing={isWriting} />}
      <ValueTree value={call.args} stateAt={(path) => argumentAt(call, path).state} />
    </div>
  );
}

function GenericResult({ call }: CallProps) {
  const strings = useStrings();
  const { value, content = "" } = call.result ?? {};
  return (
    <>
      <GenericArguments call={call} />
      <div className="tw:grid tw:grid-cols-[minmax(0,1fr)] tw:gap-2 tw:border-t tw:border-line tw:pt-3">
        <p className="tw:text-xs tw:text-ink-3">{strings.result}</p>
        <ResultValue value={value} content={content} />
      </div>
    </>
  );
}

function ResultValue({ value, content }: { value: unknown; content: string }) {
  const strings = useStrings();
  if (isFilled(value)) return <ValueTree value={value} stateAt={isThere} />;
  if (content === "") return <p className="tw:text-s tw:text-ink-3">{strings.emptyResult}</p>;
  return (
    <p className="tw:text-s tw:whitespace-pre-wrap tw:[overflow-wrap:anywhere]" dir="auto">
      {visibleText(content.length > MAX_RESULT_CHARACTERS ? `${content.slice(0, MAX_RESULT_CHARACTERS)} …` : content)}
    </p>
  );
}

/** An object or a list with something in it. What a model wrote, or a tool returned, came as JSON. */
function isFilled(value: unknown): value is JsonValue[] | { [key: string]: JsonValue } {
  return typeof value === "object" && value !== null && Object.keys(value).length > 0;
}

const isThere = (): PathState => "complete";

export const genericView = defineToolView("", {
  preview: GenericArguments,
  result: GenericResult,
  summary: (call: ToolCallView) => {
    if (call.result !== undefined) return oneLine(call.result.content);
    const first = typeof call.args === "object" && call.args !== null ? Object.values(call.args)[0] : undefined;
    return oneLine(textOf(first) ?? "");
  },
});

function oneLine(text: string): string {
  return text.slice(0, SUMMARY_CHARACTERS).replaceAll(/\s+/g, " ");
}
