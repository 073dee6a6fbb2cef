import type { ServerToolCall } from "@/lib/store";
import { CopyButton } from "../ui/export/copy-button";
import { Foldable } from "../ui/foldable";
import { Icon } from "../ui/icon";
import { useStrings } from "../ui/strings";

/** Past this a value is not read by anybody; the button copies all of it. */
const MAX_SHOWN_LENGTH = 4_000;

/** What the model's provider did itself, such as a web search: folded, one row a call. */
export function ServerCalls({ calls }: { calls: readonly ServerToolCall[] }) {
  const strings = useStrings();
  return (
    <ul aria-label={strings.serverCalls.name} className="tw:grid tw:gap-1">
      {calls.map((call) => (
        <li key={call.id}>
          <ServerCall call={call} />
        </li>
      ))}
    </ul>
  );
}

function ServerCall({ call }: { call: ServerToolCall }) {
  const strings = useStrings();
  const state = call.result === undefined ? "running" : call.result.isError ? "failed" : "done";
  const row = (
    <>
      <Icon name={state === "failed" ? "alert" : state === "done" ? "check" : "live"} size="s" />
      <span>
        <bdi>{call.name || strings.serverCalls.tool}</bdi>
        <span className="tw:text-ink-3"> · {strings.serverCalls[state]}</span>
      </span>
    </>
  );
  return (
    <Foldable row={row}>
      {call.args !== undefined && <Value name={strings.serverCalls.args} value={call.args} />}
      {call.result !== undefined && <Value name={strings.result} value={call.result.output} />}
    </Foldable>
  );
}

function Value({ name, value }: { name: string; value: unknown }) {
  const strings = useStrings();
  const json = JSON.stringify(value, null, 2) ?? "";
  const isCut = json.length > MAX_SHOWN_LENGTH;
  return (
    <div className="tw-code">
      <div className="tw-code-head">
        <span>{name}</span>
        <CopyButton label={strings.copyJson(name)} text={() => json} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a block that scrolls must be reachable by keyboard */}
      <pre tabIndex={0} className="tw:overflow-x-auto tw:p-3 tw:text-xs">
        {isCut ? `${json.slice(0, MAX_SHOWN_LENGTH)} …` : json}
      </pre>
    </div>
  );
}
