import type { StreamEvent, UsageMetadata } from "@/lib/protocol";
import { addUsage } from "../view/message-shape";
import { createMessageView } from "../view/message-view";
import type { RunEnding } from "../view/message-view-type";
import { createAwaitable } from "./reading/awaitable";
import { interleaved } from "./reading/interleave";
import { createProjection, type Projection } from "./reading/projection";
import { type Connect, createReadable, deeper, drained, type Failure } from "./reading/run-reader";
import { createSpokenText } from "./reading/spoken-text";
import { createRunMessage, type RunMessage, type RunMessageSource } from "./run-message";
import type { Interleaved, RunItems, RunProjections, RunSubagent } from "./run-projections";
import { createRunToolCall, type RunToolCall, type RunToolCallSource } from "./run-tool-call";
import type { ScopeEnvironment } from "./scope-environment";

/** One graph of a run: the root, or one that it called. */
export type RunScope = {
  readonly projections: RunProjections;
  /** An event of exactly this scope. */
  take(event: StreamEvent): void;
  addSubagent(subagent: RunSubagent): void;
  /** Nothing of this scope follows. `isPaused`: calls without a result may still get one, in a later run. */
  end(ending: RunEnding, options: { readonly isPaused: boolean; readonly failure: Failure | undefined }): void;
  /** The newest state, where the server was asked for states. */
  newestValues(): unknown;
};

export function createRunScope(namespace: readonly string[], environment: ScopeEnvironment): RunScope {
  const { feed, maxUnreadChars, maxUnreadItems, want } = environment;
  const inside = { ...environment, feed: deeper(feed) };
  const view = createMessageView({ now: environment.now, onSaid: say });
  const text = createSpokenText(feed, maxUnreadChars);
  const reasoning = createSpokenText(feed, maxUnreadChars);
  const messages = keptItems<RunMessage>();
  const toolCalls = keptItems<RunToolCall>();
  const subagents = keptItems<RunSubagent>();
  const openMessages = new Map<string, RunMessageSource>();
  const openCalls = new Map<string, RunToolCallSource>();
  const customs = new Map<string | undefined, Projection<unknown>>();
  let newestValues: unknown;
  let sum: UsageMetadata | undefined;
  const values = newestItem<unknown>(() => newestValues);
  const usage = newestItem<UsageMetadata>(() => sum);
  let ended: { readonly failure: Failure | undefined } | undefined;
  view.setMayContinue(true);

  function keptItems<Item>() {
    const items: Item[] = [];
    const projection = createProjection<Item>(feed, { load: () => 1 / maxUnreadItems, earlier: () => items });
    return {
      ...projection,
      push: (item: Item) => {
        items.push(item);
        projection.push(item);
      },
    };
  }

  function newestItem<Item>(newest: () => Item | undefined): Projection<Item> {
    return createProjection<Item>(feed, {
      load: () => 1 / maxUnreadItems,
      earlier: () => {
        const item = newest();
        return item === undefined ? [] : [item];
      },
    });
  }

  function say(key: string, piece: { text: string; reasoning: string }, node: string | undefined): void {
    let source = openMessages.get(key);
    if (source === undefined) {
      source = createRunMessage(key, node, namespace, inside);
      openMessages.set(key, source);
      messages.push(source.message);
    }
    source.say(piece);
    text.say(piece.text);
    reasoning.say(piece.reasoning);
  }

  function take(event: StreamEvent): void {
    if (event.event === "values") {
      takeValues(event.data);
      return; // a state lists what was said in earlier runs too
    }
    view.apply(event);
    if (event.event === "custom") takeCustom(event.data);
    if (!isPlainText(event) || view.isUrgent()) show();
  }

  function takeValues(data: unknown): void {
    if (typeof data !== "object" || data === null) newestValues = data;
    else {
      const { __interrupt__: _waits, ...state } = data as Record<string, unknown>;
      if (Object.keys(state).length === 0) return;
      newestValues = state;
    }
    values.push(newestValues);
  }

  function takeCustom(data: unknown): void {
    customs.get(undefined)?.push(data);
    const { extension, item, type } =
      typeof data === "object" && data !== null ? (data as Record<string, unknown>) : {};
    if (typeof extension === "string") customs.get(extension)?.push(item);
    else if (typeof type === "string") customs.get(type)?.push(data);
  }

  /** Gives out what has changed since the last time. */
  function show(): void {
    view.publish();
    for (const [key, source] of openMessages) {
      const shown = view.messages.get(key);
      if (shown === undefined) continue;
      for (const callKey of shown.callKeys.slice(source.callCount())) addCall(callKey, source);
      if (!shown.isStreaming) endMessage(key, source);
    }
    for (const [key, source] of openCalls) {
      const state = view.calls.get(key);
      if (state !== undefined && source.show(state)) openCalls.delete(key);
    }
  }

  function addCall(callKey: string, message: RunMessageSource): void {
    const state = view.calls.get(callKey);
    if (state === undefined) return;
    const source = createRunToolCall(deeper(inside.feed), namespace, state);
    openCalls.set(callKey, source);
    message.addCall(source.call);
    toolCalls.push(source.call);
  }

  function endMessage(key: string, source: RunMessageSource, failure?: Failure): void {
    const shown = view.messages.get(key);
    openMessages.delete(key);
    if (shown !== undefined) source.show(shown);
    if (shown?.usage !== undefined) {
      sum = addUsage(sum, shown.usage);
      usage.push(sum);
    }
    source.end(shown?.isCutOff ? failure : undefined);
  }

  function customNamed(name: string | undefined): Projection<unknown> {
    let custom = customs.get(name);
    if (custom === undefined) {
      custom = createProjection<unknown>(feed, { load: () => 1 / maxUnreadItems });
      if (ended !== undefined) custom.end(ended.failure);
      customs.set(name, custom);
    }
    return custom;
  }

  const connects: { readonly [Name in keyof RunItems]: Connect<RunItems[Name]> } = {
    text: text.connect,
    reasoning: reasoning.connect,
    messages: messages.connect,
    toolCalls: toolCalls.connect,
    values: values.connect,
    usage: usage.connect,
    subagents: subagents.connect,
    custom: (sink) => customNamed(undefined).connect(sink),
  };

  const projections: RunProjections = {
    namespace,
    text: text.spoken,
    reasoning: reasoning.spoken,
    messages: messages.items,
    toolCalls: toolCalls.items,
    usage: createAwaitable(usage.items, async () => {
      await drained(usage.items);
      return sum;
    }),
    get values() {
      want("values");
      return values.items;
    },
    get subagents() {
      want("subagents");
      return subagents.items;
    },
    custom: (name) => customNamed(name).items,
    interleave: <Name extends keyof RunItems>(...names: readonly Name[]) => {
      for (const name of names) if (name === "values" || name === "subagents") want(name);
      const kinds = names.map((name) => [name, connects[name] as Connect<unknown>] as const);
      return createReadable(feed, interleaved(kinds)) as AsyncIterable<Interleaved<Name>>; // name and items of one kind
    },
  };

  return {
    projections,
    take,
    addSubagent: subagents.push,
    newestValues: () => newestValues,
    end: (ending, { isPaused, failure }) => {
      if (ended !== undefined) return;
      ended = { failure };
      view.endRun(ending);
      view.setMayContinue(isPaused);
      show();
      for (const [key, source] of openMessages) endMessage(key, source, failure);
      for (const source of openCalls.values()) source.end(undefined);
      for (const all of [text, reasoning, messages, toolCalls, values, usage, subagents, ...customs.values()]) {
        all.end(failure);
      }
    },
  };
}

/** A piece that only adds text: nothing but the text has to be shown. */
function isPlainText(event: StreamEvent): boolean {
  if (event.event !== "messages") return false;
  const [{ tool_call_chunks: chunks, tool_calls: calls, type }] = event.data;
  return type === "ai" && (chunks?.length ?? 0) === 0 && (calls?.length ?? 0) === 0;
}
