import { AIMessage, AIMessageChunk, type ToolCallChunk } from "@langchain/core/messages";
import type { AnswerEnd, AnswerEndMark } from "@/lib/content";
import type { MessagePair } from "../encoding/graph-event";
import { argsSoFar } from "../middleware/args-so-far";

/** An answer that was cut short: what can be kept of it, and the node that was writing it. */
export type PartialAnswer = { readonly message: AIMessage; readonly node: string };

/** Collects what models write in one run, so that a stop can keep it. Costs in proportion to the piece. */
export type PartialAnswers = {
  /** True for a piece that a model wrote. */
  add(pair: MessagePair): boolean;
  /** Answers with something in them that the thread's state does not hold, marked with why they ended. */
  missingFrom(messageIds: ReadonlySet<string>, end: AnswerEnd): PartialAnswer[];
};

type OpenCall = { id: string; name: string; args: string };
type OpenAnswer = {
  readonly node: string;
  text: string;
  /** What was written last and is not yet in `text`. */
  pieces: string[];
  readonly calls: Map<unknown, OpenCall>;
  last: unknown;
};

/** A text that grows by single pieces keeps each of them in memory, which takes several times what they say. */
const PIECES_A_JOIN = 64;

/** Only answers of the root graph are kept: what a subgraph writes is not part of the thread's messages. */
export function createPartialAnswers(): PartialAnswers {
  const answers = new Map<string, OpenAnswer>();
  return {
    add([message, metadata]) {
      if (!AIMessageChunk.isInstance(message) || message.id === undefined) return false;
      const namespace = metadata.langgraph_checkpoint_ns;
      if (typeof namespace === "string" && namespace.includes("|")) return true;
      let answer = answers.get(message.id);
      if (!answer) {
        answer = {
          node: String(metadata.langgraph_node ?? ""),
          text: "",
          pieces: [],
          calls: new Map(),
          last: undefined,
        };
        answers.set(message.id, answer);
      }
      answer.pieces.push(textOf(message.content));
      if (answer.pieces.length === PIECES_A_JOIN) joinPieces(answer);
      for (const chunk of message.tool_call_chunks ?? []) addCall(answer, chunk);
      return true;
    },
    missingFrom(messageIds, end) {
      const missing: PartialAnswer[] = [];
      for (const [id, answer] of answers) {
        if (messageIds.has(id)) continue;
        joinPieces(answer);
        const calls = [...answer.calls.values()].filter((call) => call.name !== "" && call.id !== "");
        if (answer.text === "" && calls.length === 0) continue;
        missing.push({ node: answer.node, message: toMessage(id, answer.text, calls, end) });
      }
      return missing;
    },
  };
}

function joinPieces(answer: OpenAnswer): void {
  answer.text += answer.pieces.join("");
  answer.pieces = [];
}

/** Text only: a thought without its signature, or half a block, would be refused when it is sent back. */
function textOf(content: AIMessageChunk["content"]): string {
  if (typeof content === "string") return content;
  return content.map((block) => (block.type === "text" && typeof block.text === "string" ? block.text : "")).join("");
}

function addCall(answer: OpenAnswer, { index, id, name, args }: ToolCallChunk): void {
  const key = index ?? id ?? answer.last;
  const open = answer.calls.get(key);
  answer.last = key;
  const isNext = open !== undefined && Boolean(id) && Boolean(name) && open.id !== "" && id !== open.id;
  if (open && !isNext) {
    open.id ||= id ?? "";
    open.name ||= name ?? "";
    open.args += args ?? "";
    return;
  }
  if (open) answer.calls.set(Symbol(open.id), open); // some providers give every call the same index
  answer.calls.delete(key);
  answer.calls.set(key, { id: id ?? "", name: name ?? "", args: args ?? "" });
}

/** Arguments are kept as far as they were written; nothing ever executes them. */
function toMessage(id: string, text: string, calls: readonly OpenCall[], end: AnswerEnd): AIMessage {
  const mark: AnswerEndMark = { toolweave: { end } };
  return new AIMessage({
    id,
    content: text,
    additional_kwargs: mark,
    tool_calls: calls.map((call) => ({ id: call.id, name: call.name, args: argsSoFar(call.args), type: "tool_call" })),
  });
}
