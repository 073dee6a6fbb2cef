import { readWireMessage, type StreamEvent } from "@/lib/protocol";
import type { CallState, ChatMessage } from "../session-state";
import { isSameJson } from "../view/is-same-json";
import { messagesIn } from "../view/message-shape";
import { createMessageView } from "../view/message-view";
import type { MessageView, RunEnding } from "../view/message-view-type";
import type { Warn } from "../warn-once";
import { endOf, isWithinTool, nodeAndTask } from "./namespace";

/** A run within the run: a graph that a node is, or that a tool calls. Its messages and calls are read as any others. */
export type Subagent = {
  /** Its namespace as one text, stable: use it as the React key. */
  readonly id: string;
  readonly namespace: readonly string[];
  /** The id of the nested run that it is part of; undefined directly under the thread's own. */
  readonly parentId: string | undefined;
  /** The agent's own name where it has one, else that of the tool or of the node. */
  readonly name: string;
  /** The call that it works for; undefined for a node, and while several calls come into question. */
  readonly callKey: string | undefined;
  /**
   * Where it began: the id of the message that came next in the run that it is part of. Until one comes, `""` in the thread
   * and `parentId` in a nested run; undefined once that message has gone.
   */
  readonly place: string | undefined;
  /** `waiting`: something in it was interrupted and waits for an answer. */
  readonly status: "running" | "waiting" | "done" | "failed";
  readonly messageIds: readonly string[];
};

type Nested = {
  readonly view: MessageView;
  readonly isOfTool: boolean;
  name: string | undefined;
  callKey: string | undefined;
  place: string | undefined;
  status: Subagent["status"];
  /** The run, by number, that paused in it: what is said beside the pause changes nothing. */
  pausedIn: number | undefined;
  shown: Subagent | undefined;
};

export type SubagentList = {
  /** An event with a namespace. */
  apply(event: StreamEvent): void;
  /** A message begins in the thread (`end` is `""`) or in the nested run of that id. */
  begin(messageKey: string, end: string): void;
  /** What began there has no place any more. */
  forget(place: string): void;
  /** Any event, looked at for what it says of the runs below it. */
  hear(event: StreamEvent): void;
  find(callKey: string): MessageView | undefined;
  each(act: (view: MessageView) => void): void;
  endRun(ending: RunEnding): void;
  isUrgent(): boolean;
  /** In order of appearance; the same list while nothing changed. */
  publish(): readonly Subagent[];
};

const MAX_SUBAGENTS = 200;

type Options = {
  readonly now: () => number;
  readonly warn: Warn;
  readonly root: MessageView;
  readonly messages: Map<string, ChatMessage>;
  readonly calls: Map<string, CallState>;
  /** Of the messages of nested runs; `end` is the run's id. */
  readonly onBegin: (messageKey: string, end: string) => void;
  readonly onGone: (messageKey: string) => void;
};

/** The nested runs of the runs that were followed here, at most 200: the oldest go first. */
export function createSubagentList(options: Options): SubagentList {
  const { now, warn, root, messages, calls, onBegin, onGone } = options;
  const nested = new Map<string, Nested>();
  let shown: readonly Subagent[] = [];
  let runs = 0;

  function open(namespace: readonly string[]): Nested {
    const id = namespace.join("|");
    const known = nested.get(id);
    if (known !== undefined) return known;
    if (nested.size >= MAX_SUBAGENTS) forgetOldest();
    const made: Nested = {
      view: createMessageView({
        ...{ now, warn, suffix: `@${id}`, messages, calls },
        onBegin: (messageKey) => onBegin(messageKey, id),
        onGone,
      }),
      isOfTool: nodeAndTask(namespace.at(-1))[0] === "tools",
      name: undefined,
      callKey: undefined,
      place: endOf(namespace.slice(0, -1)),
      status: "running",
      pausedIn: undefined,
      shown: undefined,
    };
    nested.set(id, made);
    return made;
  }

  function forgetOldest(): void {
    const [id, oldest] = nested.entries().next().value ?? [];
    if (id === undefined || oldest === undefined) return;
    const first = oldest.view.publish()[0];
    if (first !== undefined) oldest.view.cut(first);
    nested.delete(id);
  }

  /** Where the calls of such a run are shown: those of a node are the thread's. */
  function viewOf(namespace: readonly string[]): MessageView | undefined {
    return isWithinTool(namespace) ? nested.get(namespace.join("|"))?.view : root;
  }

  /** Nothing on the wire names the call before its end; where only one is under way, it is that. */
  function guessCause(agent: Nested, namespace: readonly string[]): void {
    if (!agent.isOfTool || agent.callKey !== undefined) return;
    const above = viewOf(namespace.slice(0, -1));
    const taken = new Set([...nested.values()].map(({ callKey }) => callKey));
    const open = (above?.startedCalls() ?? []).filter(({ key }) => !taken.has(key));
    if (open.length === 1) agent.callKey = open[0]?.key;
  }

  /** A tool's message says in its metadata which task wrote it: that is the namespace of what ran below. */
  function hearToolMessage(event: Extract<StreamEvent, { event: "messages" }>): void {
    const [message, meta] = event.data;
    const agent = message.type === "tool" ? nested.get(meta?.langgraph_checkpoint_ns ?? "") : undefined;
    if (agent === undefined || !agent.isOfTool) return;
    agent.status = message.status === "error" ? "failed" : "done";
    const above = viewOf(event.namespace);
    agent.callKey = above?.callKeyOf(message.tool_call_id ?? "") ?? agent.callKey;
  }

  /** A node that has written is through; of several with one name nothing says which. */
  function hearUpdates({ namespace, data }: Extract<StreamEvent, { event: "updates" }>): void {
    const above = namespace.join("|");
    for (const node of Object.keys(data)) {
      const running = [...nested].filter(
        ([id, agent]) => id.startsWith(above === "" ? `${node}:` : `${above}|${node}:`) && agent.status === "running",
      );
      const direct = running.filter(([id]) => id.split("|").length === namespace.length + 1);
      const only = direct.length === 1 ? direct[0]?.[1] : undefined;
      if (only !== undefined && !only.isOfTool) only.status = "done";
    }
  }

  function show(id: string, agent: Nested): Subagent {
    const namespace = id.split("|");
    const next: Subagent = {
      id,
      namespace,
      parentId: namespace.length === 1 ? undefined : namespace.slice(0, -1).join("|"),
      name: agent.name ?? (agent.callKey && calls.get(agent.callKey)?.name) ?? nodeAndTask(namespace.at(-1))[0],
      callKey: agent.callKey,
      place: agent.place,
      status: agent.status,
      messageIds: agent.view.publish(),
    };
    if (agent.shown === undefined || !isSameJson(agent.shown, next)) agent.shown = next;
    return agent.shown;
  }

  return {
    apply: (event) => {
      const agent = open(event.namespace);
      guessCause(agent, event.namespace);
      agent.name ??= nameIn(event);
      if (event.event === "updates" && Object.hasOwn(event.data, "__interrupt__")) agent.pausedIn = runs;
      agent.status = agent.pausedIn === runs ? "waiting" : "running";
      agent.view.apply(event);
    },
    begin: (messageKey, end) => {
      for (const agent of nested.values()) if (agent.place === end) agent.place = messageKey;
    },
    forget: (place) => {
      for (const agent of nested.values()) if (agent.place === place) agent.place = undefined;
    },
    hear: (event) => {
      if (event.event === "metadata") runs += 1;
      if (event.event === "messages") hearToolMessage(event);
      if (event.event === "updates") hearUpdates(event);
    },
    find: (callKey) => [...nested.values()].find(({ view }) => view.hasCall(callKey))?.view,
    each: (act) => {
      for (const { view } of nested.values()) act(view);
    },
    endRun: (ending) => {
      for (const agent of nested.values()) {
        agent.view.endRun(ending);
        if (agent.status === "running") agent.status = ending === "success" ? "done" : "failed";
      }
    },
    isUrgent: () => [...nested.values()].some(({ view }) => view.isUrgent()),
    publish: () => {
      const next = [...nested].map(([id, agent]) => show(id, agent));
      if (next.length !== shown.length || next.some((agent, place) => agent !== shown[place])) shown = next;
      return shown;
    },
  };
}

/** LangChain's agents tell their name beside each piece, or sign each whole message with it; "model" is nobody's. */
function nameIn(event: StreamEvent): string | undefined {
  const said =
    event.event === "messages"
      ? [event.data[1]?.lc_agent_name]
      : event.event === "updates"
        ? Object.values(event.data).flatMap(messagesIn).map(signatureOf)
        : [];
  return said.find((name): name is string => typeof name === "string" && name !== "" && name !== "model");
}

function signatureOf(message: unknown): unknown {
  const read = readWireMessage(message);
  return read.success && read.data.type === "ai" ? read.data.name : undefined;
}
