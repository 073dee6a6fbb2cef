import { BaseCallbackHandler } from "@langchain/core/callbacks/base";
import type { BaseMessage } from "@langchain/core/messages";
import type { LLMResult } from "@langchain/core/outputs";
import { context, type Span, SpanStatusCode, trace } from "@opentelemetry/api";

type Open = { readonly span: Span; text: string; tokens: number };

/**
 * Turns LangChain's callbacks into spans below a run's span: one a model call, tool call and node of the graph.
 * A model's span has an event at its first token, and the usage at its end. With content it has the merged message;
 * after a failure what was written until then. Without content, sizes only.
 */
export function createSpanHandler(runSpan: Span, hasContent: boolean): BaseCallbackHandler {
  const open = new Map<string, Open>();
  /** Chains without a span of their own, and what they run in. */
  const passing = new Map<string, string>();
  const tracer = trace.getTracer("toolweave");

  function start(id: string, parentId: string | undefined, name: string, attributes: Record<string, string>): void {
    let ancestor = parentId ?? "";
    while (!open.has(ancestor) && passing.has(ancestor)) ancestor = passing.get(ancestor) ?? "";
    const parent = open.get(ancestor)?.span ?? runSpan;
    const span = tracer.startSpan(name, { attributes }, trace.setSpan(context.active(), parent));
    open.set(id, { span, text: "", tokens: 0 });
  }

  function end(id: string, finish?: (found: Open) => void): void {
    passing.delete(id);
    const found = open.get(id);
    if (!found) return;
    open.delete(id);
    finish?.(found);
    found.span.end();
  }

  function fail(id: string, error: unknown, finish?: (found: Open) => void): void {
    end(id, (found) => {
      finish?.(found);
      const name = error instanceof Error ? error.name : "Error";
      found.span.setStatus({ code: SpanStatusCode.ERROR, message: name }); // an error's words may hold content
      if (hasContent && error instanceof Error) found.span.recordException(error);
    });
  }

  return BaseCallbackHandler.fromMethods({
    handleChatModelStart(model, messages: BaseMessage[][], id, parentId) {
      start(id, parentId, "toolweave.model", { "toolweave.model": model.id?.at(-1) ?? "" });
      open.get(id)?.span.setAttribute("toolweave.model.input_messages", messages[0]?.length ?? 0);
      if (hasContent) open.get(id)?.span.setAttribute("toolweave.model.input", JSON.stringify(messages[0] ?? []));
    },
    handleLLMNewToken(token, _place, id) {
      const found = open.get(id);
      if (!found) return;
      if (found.tokens === 0) found.span.addEvent("toolweave.model.first_token");
      found.tokens += 1;
      found.text += token;
    },
    handleLLMEnd(output, id) {
      end(id, ({ span, tokens }) => describeAnswer(span, output, tokens, hasContent));
    },
    handleLLMError(error, id) {
      fail(id, error, ({ span, text, tokens }) => {
        span.setAttribute("toolweave.model.tokens", tokens);
        span.setAttribute("toolweave.model.partial_characters", text.length);
        if (hasContent) span.setAttribute("toolweave.model.partial", text);
      });
    },
    handleToolStart(_tool, input, id, parentId, _tags, _metadata, name) {
      start(id, parentId, "toolweave.tool", { "toolweave.tool": name ?? "" });
      if (hasContent) open.get(id)?.span.setAttribute("toolweave.tool.input", input);
    },
    handleToolEnd(output: unknown, id) {
      end(id, ({ span }) => {
        if (hasContent) span.setAttribute("toolweave.tool.output", JSON.stringify(output) ?? "");
      });
    },
    handleToolError(error: unknown, id) {
      fail(id, error);
    },
    // LangChain calls with the parent where its types say run type, and the name one place later than they say
    handleChainStart(_chain, _inputs, id, parentId, _tags, metadata, _runType, name) {
      // LangGraph runs many small chains a node; the one that has the node's name is the node
      if (name !== undefined && name === metadata?.langgraph_node) {
        start(id, parentId, "toolweave.node", { "toolweave.node": name });
      } else if (parentId !== undefined) passing.set(id, parentId);
    },
    handleChainEnd(_outputs, id) {
      end(id);
    },
    handleChainError(error: unknown, id) {
      fail(id, error);
    },
  });
}

function describeAnswer(span: Span, output: LLMResult, tokens: number, hasContent: boolean): void {
  const message = (output.generations[0]?.[0] as { message?: BaseMessage } | undefined)?.message;
  const usage = (message as { usage_metadata?: { input_tokens?: number; output_tokens?: number } } | undefined)
    ?.usage_metadata;
  span.setAttribute("toolweave.model.tokens", tokens);
  if (usage?.input_tokens !== undefined) span.setAttribute("gen_ai.usage.input_tokens", usage.input_tokens);
  if (usage?.output_tokens !== undefined) span.setAttribute("gen_ai.usage.output_tokens", usage.output_tokens);
  if (hasContent && message) span.setAttribute("toolweave.model.output", JSON.stringify(message));
}
