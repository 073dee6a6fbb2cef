import type { UsageMetadata } from "@/lib/protocol";
import type { ChatMessage } from "../session-state";
import type { ContentText } from "../view/content-text";
import { once } from "./reading/awaitable";
import { createProjection } from "./reading/projection";
import { drained, type Failure } from "./reading/run-reader";
import { createSpokenText, type SpokenText } from "./reading/spoken-text";
import type { RunToolCall } from "./run-tool-call";
import type { ScopeEnvironment } from "./scope-environment";

/** One answer of a model, from its first piece on. */
export type RunMessage = {
  readonly id: string;
  /** The node of the graph that says it; undefined where the server does not tell. */
  readonly node: string | undefined;
  readonly namespace: readonly string[];
  readonly text: SpokenText;
  readonly reasoning: SpokenText;
  readonly toolCalls: AsyncIterable<RunToolCall>;
  /** Token counts, where the provider gives them. */
  readonly usage: Promise<UsageMetadata | undefined>;
  /** The whole message. */
  readonly output: Promise<ChatMessage>;
};

export type RunMessageSource = {
  readonly message: RunMessage;
  say(piece: ContentText): void;
  addCall(call: RunToolCall): void;
  /** How many calls it has shown. */
  callCount(): number;
  show(whole: ChatMessage): void;
  end(failure?: Failure): void;
};

export function createRunMessage(
  id: string,
  node: string | undefined,
  namespace: readonly string[],
  { feed, maxUnreadChars, maxUnreadItems }: ScopeEnvironment,
): RunMessageSource {
  const text = createSpokenText(feed, maxUnreadChars);
  const reasoning = createSpokenText(feed, maxUnreadChars);
  const calls: RunToolCall[] = [];
  const toolCalls = createProjection<RunToolCall>(feed, { load: () => 1 / maxUnreadItems, earlier: () => calls });
  let whole: ChatMessage = {
    id,
    type: "ai",
    text: "",
    reasoning: "",
    media: [],
    callKeys: [],
    isStreaming: true,
    isCutOff: false,
  };
  const output = once(async () => {
    await drained(text.spoken);
    return whole;
  });
  const usage = once(async () => (await output()).usage);
  return {
    message: {
      id,
      node,
      namespace,
      text: text.spoken,
      reasoning: reasoning.spoken,
      toolCalls: toolCalls.items,
      get usage() {
        return usage();
      },
      get output() {
        return output();
      },
    },
    say: (piece) => {
      text.say(piece.text);
      reasoning.say(piece.reasoning);
    },
    addCall: (call) => {
      calls.push(call);
      toolCalls.push(call);
    },
    callCount: () => calls.length,
    show: (shown) => {
      whole = shown;
    },
    end: (failure) => {
      text.end(failure);
      reasoning.end(failure);
      toolCalls.end(failure);
    },
  };
}
