import { createHash } from "node:crypto";
import { AIMessage, type BaseMessage, HumanMessage, ToolMessage } from "@langchain/core/messages";
import type { EditMark } from "../../middleware/mark-edited";
import { filesOf } from "./attached-files";
import type { ToolResult } from "./scenario";

/** As long as a note may be; scenarios read no further. */
const MAX_QUESTION_CHARACTERS = 10_000;

/** Where a conversation stands, as far as a scenario cares. */
export type Standing = {
  /** What the person said last. */
  readonly question: string;
  /** What is attached to that. */
  readonly files: ReturnType<typeof filesOf>;
  /** How many rounds of tool calls have been answered since then. */
  readonly round: number;
  /** The answers of those rounds, in the order of the calls. */
  readonly results: readonly ToolResult[];
  /** Differs whenever the messages differ; equal messages give the same. */
  readonly fingerprint: string;
};

/** Reads the messages so far; the answer depends on them alone. Cost: linear in their text. */
export function readStanding(messages: readonly BaseMessage[]): Standing {
  const start = messages.findLastIndex((message) => HumanMessage.isInstance(message));
  const since = start === -1 ? [] : messages.slice(start + 1);
  const answers = new Map(since.filter(isToolMessage).map((message) => [message.tool_call_id, message]));
  const results: ToolResult[] = [];
  let round = 0;
  for (const message of since) {
    if (!AIMessage.isInstance(message)) continue;
    const answered = (message.tool_calls ?? []).flatMap((call) => answers.get(call.id ?? "") ?? []);
    if (answered.length === 0) continue;
    round += 1;
    results.push(...answered.map(readResult));
  }
  const question = messages[start]?.text.trim().slice(0, MAX_QUESTION_CHARACTERS) ?? "";
  return { question, files: filesOf(messages[start]), round, results, fingerprint: fingerprintOf(messages) };
}

function isToolMessage(message: BaseMessage): message is ToolMessage {
  return ToolMessage.isInstance(message);
}

function readResult(message: ToolMessage): ToolResult {
  const { toolweave } = message.additional_kwargs as Partial<EditMark>;
  const text = message.text.slice(0, toolweave?.resultChars); // words about an edit follow the tool's own
  return { tool: message.name ?? "", isError: message.status === "error", text, value: readJson(text) };
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function fingerprintOf(messages: readonly BaseMessage[]): string {
  const hash = createHash("sha256");
  for (const message of messages) hash.update(JSON.stringify([message.type, message.id ?? "", message.text]));
  return hash.digest("hex");
}
