import { ToolweaveError } from "@/lib/errors";
import type { StreamEvent } from "@/lib/protocol";
import { nodeAndTask } from "../projections/namespace";
import type { RunEnding } from "../view/message-view-type";
import { once } from "./reading/awaitable";
import { drained, type Failure } from "./reading/run-reader";
import type { RunSubagent, RunSubagentCause } from "./run-projections";
import { createRunScope, type RunScope } from "./run-scope";
import type { ScopeEnvironment } from "./scope-environment";
import { withGetters } from "./with-getters";

/** All graphs of a run, by namespace. */
export type RunTree = {
  readonly root: RunScope;
  take(event: StreamEvent): void;
  end(ending: RunEnding, isPaused: boolean, failure: Failure | undefined): void;
};

type Branch = { readonly scope: RunScope; readonly path: readonly string[]; result: unknown };

/** Namespaces are `node:task` for each level; `tasks` events say which tool call a task is for, and when it is over. */
export function createRunTree(environment: ScopeEnvironment): RunTree {
  const root = createRunScope([], environment);
  const branches = new Map<string, Branch>();
  const callIdByTask = new Map<string, string>();

  function branchOf(path: readonly string[], agentName?: string): Branch {
    const key = path.join("|");
    const known = branches.get(key);
    if (known !== undefined) return known;
    const parent = path.length === 1 ? root : branchOf(path.slice(0, -1)).scope;
    const scope = createRunScope(path, { ...environment, feed: { ...environment.feed, rank: path.length } });
    const branch: Branch = { scope, path, result: undefined };
    branches.set(key, branch);
    parent.addSubagent(toSubagent(branch, agentName));
    return branch;
  }

  function toSubagent(branch: Branch, agentName: string | undefined): RunSubagent {
    const { scope, path } = branch;
    const [node, taskId] = nodeAndTask(path.at(-1));
    const toolCallId = callIdByTask.get(taskId);
    const cause: RunSubagentCause | undefined = toolCallId === undefined ? undefined : { type: "toolCall", toolCallId };
    const output = once(async () => {
      await drained(scope.projections.text);
      return scope.newestValues() ?? branch.result;
    });
    return withGetters(scope.projections, {
      name: agentName ?? node,
      node,
      cause,
      get output() {
        return output();
      },
    });
  }

  function takeTask(path: readonly string[], data: unknown): void {
    const { id, input, result, error, interrupts } = fieldsOf(data);
    if (typeof id !== "string") return;
    if (input !== undefined) {
      const called = fieldsOf(fieldsOf(input).lg_tool_call ?? fieldsOf(input).tool_call); // JavaScript's word, Python's
      if (typeof called.id === "string") callIdByTask.set(id, called.id);
      return;
    }
    const own = [...branches.values()].filter(
      (branch) => branch.path.length === path.length + 1 && nodeAndTask(branch.path.at(-1))[1] === id,
    );
    for (const branch of own) {
      branch.result = result;
      const isPaused = Array.isArray(interrupts) && interrupts.length > 0;
      const failure = error === null || error === undefined || isPaused ? undefined : { error: taskError(error) };
      endBelow(branch.path, failure === undefined ? "success" : "failed", isPaused, failure);
    }
  }

  /** The branch and those below it. */
  function endBelow(path: readonly string[], ending: RunEnding, isPaused: boolean, failure: Failure | undefined): void {
    for (const branch of branches.values()) {
      const isBelow = path.every((segment, depth) => branch.path[depth] === segment);
      if (isBelow) branch.scope.end(ending, { isPaused, failure });
    }
  }

  return {
    root,
    take: (event) => {
      const { namespace } = event;
      const isTask = event.event === "unknown" && event.name === "tasks";
      const agentName = isTask ? fieldsOf(fieldsOf(event.data).metadata).lc_agent_name : undefined;
      const scope =
        namespace.length === 0
          ? root
          : branchOf(namespace, typeof agentName === "string" ? agentName : undefined).scope;
      if (isTask) takeTask(namespace, event.data);
      else scope.take(event);
    },
    end: (ending, isPaused, failure) => {
      endBelow([], ending, isPaused, failure);
      root.end(ending, { isPaused, failure });
    },
  };
}

function taskError(error: unknown): Error {
  const { message } = fieldsOf(error);
  return new ToolweaveError("internal", typeof message === "string" ? message : String(error));
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}
