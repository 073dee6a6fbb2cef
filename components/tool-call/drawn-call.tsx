import type { ToolCallView } from "@/hooks";
import type { JsonPath } from "@/lib/partial-json";
import { genericView } from "./generic-view";
import type { ReadArgument, ToolView } from "./tool-view";
import { argumentAt } from "./value";
import { ViewBoundary } from "./view-boundary";

/**
 * A call as its view draws it: the preview until it is done, then the result. As a tree where the view throws, and where
 * the arguments were refused: the view has no place for what does not fit, and that is what one looks for.
 */
export function DrawnCall({ call, view }: { call: ToolCallView; view: ToolView }) {
  const isDone = call.phase === "done";
  if (call.refusal?.type === "arguments") return <OwnView call={call} view={genericView} />;
  return (
    <ViewBoundary attempt={isDone ? "result" : "preview"} fallback={<OwnView call={call} view={genericView} />}>
      <OwnView call={call} view={view} />
    </ViewBoundary>
  );
}

function OwnView({ call, view }: { call: ToolCallView; view: ToolView }) {
  const { preview: Preview, result: Result } = view;
  const arg = ((path: JsonPath) => argumentAt(call, path)) as ReadArgument<unknown>; // the declaration's own promise
  if (call.phase === "done" && Result !== undefined) {
    return <Result call={call} args={call.args} arg={arg} output={call.result?.value} />;
  }
  return <Preview call={call} args={call.args} arg={arg} isComplete={call.status === "complete"} />;
}
