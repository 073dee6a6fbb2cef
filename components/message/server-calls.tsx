import type { ServerToolCall } from "@/lib/store";
import { JsonBlock } from "../ui/export/json-block";
import { Foldable } from "../ui/foldable";
import { Icon } from "../ui/icon";
import { useStrings } from "../ui/strings";

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
      {call.args !== undefined && <JsonBlock name={strings.serverCalls.args} value={call.args} />}
      {call.result !== undefined && <JsonBlock name={strings.result} value={call.result.output} />}
    </Foldable>
  );
}
