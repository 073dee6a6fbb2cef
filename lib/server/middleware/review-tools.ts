import { AIMessage, type ToolCall, ToolMessage } from "@langchain/core/messages";
import type { StructuredToolInterface } from "@langchain/core/tools";
import { toJsonSchema } from "@langchain/core/utils/json_schema";
import { interrupt } from "@langchain/langgraph";
import { createMiddleware } from "langchain";
import { z } from "zod";
import { ToolweaveError } from "@/lib/errors";
import { writeDecline } from "@/lib/protocol";
import { findBrokenCall } from "./broken-calls";
import { markEdited } from "./mark-edited";
import type { ToolFailureMark } from "./register-headless";
import { refuseBrokenCall } from "./whole-arguments";

const ALL = ["approve", "edit", "reject", "respond"] as const;

/** A server tool whose calls a person looks at before they run. */
export type ReviewedTool = {
  readonly tool: StructuredToolInterface;
  /** What the person may decide; everything when absent. */
  readonly allowed?: readonly (typeof ALL)[number][];
  /** For the person, in one sentence: what is about to happen. */
  readonly description?: string;
};

const decisionSchema = z.discriminatedUnion("type", [
  z.object({ type: z.literal("approve") }),
  z.object({ type: z.literal("edit"), editedAction: z.object({ args: z.record(z.string(), z.unknown()) }) }),
  z.object({ type: z.literal("reject"), message: z.string().optional() }),
  z.object({ type: z.literal("respond"), message: z.string() }),
]);
const responseSchema = z.object({ decisions: z.array(decisionSchema) });
type Decision = z.infer<typeof decisionSchema>;

/** One entry for each call that was asked about, in their order: ids are the provider's, and need not be one of a kind. */
const decidedSchema = z.array(z.object({ id: z.string(), name: z.string(), decision: decisionSchema }));
type Decided = z.infer<typeof decidedSchema>;

/**
 * Pauses before calls of these tools with the payload of LangChain's `humanInTheLoopMiddleware`, so that every client of
 * that can answer, and differs from it in three points: the person may answer in the tool's place (`respond`); an edit
 * leaves the model's own call in the history, runs the tool with the person's arguments, and the ToolMessage says so; a
 * rejected call does not take its approved siblings with it. No call of these tools runs without a decision that is its own.
 */
export function reviewTools(reviewed: readonly ReviewedTool[]) {
  const byName = new Map(reviewed.map((entry) => [entry.tool.name, entry]));
  return createMiddleware({
    name: "ReviewTools",
    // Not `reviewed`: kept checkpoints have that in another shape.
    stateSchema: z.object({ decidedCalls: decidedSchema.optional() }),
    afterModel: ({ messages, decidedCalls: before = [] }) => {
      const last = messages.findLast((message) => AIMessage.isInstance(message));
      // A call that is broken is refused whatever the person says: nobody is asked.
      const asked = (last?.tool_calls ?? []).filter((call) => byName.has(call.name) && !findBrokenCall(call, last));
      // Some providers give the calls of another turn the same ids: what was decided then is over.
      if (asked.length === 0) return before.length === 0 ? undefined : { decidedCalls: [] };
      const decisions = ask(asked, byName);
      return {
        decidedCalls: decisions.map((decision, place) => ({
          id: asked[place]?.id ?? "",
          name: asked[place]?.name ?? "",
          decision,
        })),
      };
    },
    // Also what does not run is answered where it would have run: the answers of a turn stand in the order of its calls.
    wrapToolCall: async (request, handler) => {
      const { toolCall, state } = request;
      if (!byName.has(toolCall.name)) return await handler(request);
      const refusal = refuseBrokenCall(toolCall, state.messages);
      if (refusal) return refusal;
      const decision = decisionOn(toolCall, state.decidedCalls ?? []);
      switch (decision.type) {
        case "reject":
        case "respond":
          return answerFor(toolCall, decision);
        case "edit": {
          const { args } = decision.editedAction;
          const result = await handler({ ...request, toolCall: { ...toolCall, args } });
          return ToolMessage.isInstance(result) ? markEdited(result, args) : result;
        }
        case "approve":
          return await handler(request);
      }
    },
  });
}

/** Calls of one tool with one id cannot be told apart: they run where each of them was approved. */
function decisionOn({ id = "", name }: ToolCall, decided: Decided): Decision {
  const found = decided.filter((entry) => entry.id === id && entry.name === name);
  const [first] = found;
  if (first === undefined) return { type: "reject", message: "Nobody has decided on it." };
  if (found.length === 1 || found.every(({ decision: { type } }) => type === "approve")) return first.decision;
  return { type: "reject", message: "Another call has the same id, and not all of them were approved." };
}

function ask(calls: readonly ToolCall[], byName: ReadonlyMap<string, ReviewedTool>): readonly Decision[] {
  const answer: unknown = interrupt({
    actionRequests: calls.map(({ name, args }) => ({ name, args, description: byName.get(name)?.description ?? "" })),
    reviewConfigs: calls.map(({ name }) => ({
      actionName: name,
      allowedDecisions: byName.get(name)?.allowed ?? ALL,
      argsSchema: schemaOf(byName.get(name)),
    })),
  });
  const { data } = responseSchema.safeParse(answer);
  if (data?.decisions.length !== calls.length) {
    throw new ToolweaveError("bad_request", `Answer with { decisions }: a list of ${calls.length}, one for each call.`);
  }
  for (const [position, { type }] of data.decisions.entries()) {
    const name = calls[position]?.name ?? "";
    if ((byName.get(name)?.allowed ?? ALL).includes(type)) continue;
    throw new ToolweaveError("bad_request", `"${type}" is not allowed for ${name}.`);
  }
  return data.decisions;
}

/** What stands in the tool's place. */
function answerFor(
  { id = "", name }: ToolCall,
  decision: Exclude<Decision, { type: "approve" | "edit" }>,
): ToolMessage {
  if (decision.type === "respond") {
    return new ToolMessage({ content: decision.message, name, tool_call_id: id, status: "success" });
  }
  const mark: ToolFailureMark = { toolweave: { code: "tool_declined" } };
  return new ToolMessage({
    content: writeDecline({ reason: decision.message, mayHaveRun: false }),
    name,
    tool_call_id: id,
    status: "error",
    additional_kwargs: mark,
  });
}

function schemaOf(reviewed: ReviewedTool | undefined): unknown {
  return reviewed === undefined ? undefined : toJsonSchema(reviewed.tool.schema);
}
