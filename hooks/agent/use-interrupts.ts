import { useMemo } from "react";
import type { PendingInterrupt, SessionState } from "@/lib/store";
import { useSlice } from "../use-slice";
import { useAgentContext } from "./agent-context";

type PendingTool = Extract<PendingInterrupt, { kind: "tool" }>;
type PendingQuestion<Payload> = { readonly kind: "question"; readonly id: string; readonly value: Payload };

export type Interrupts<Pending extends PendingInterrupt> = {
  /** Oldest first. */
  readonly interrupts: readonly Pending[];
  /** Answers one of them with any value; for a tool's call the value stands for its result. */
  respond(id: string, value: unknown): void;
  /** Answers each of `interrupts` with the same value, or with what the function gives; they go out in one command. */
  respondAll(value: unknown): void;
};

/**
 * Everything that the graph waits for, calls of browser tools among it. With a guard (or the parser of a schema around
 * one) only the questions whose payload it accepts, typed by it. Payloads come from the graph: unread they are `unknown`.
 */
export function useInterrupts(): Interrupts<PendingTool | PendingQuestion<unknown>>;
export function useInterrupts<Payload>(
  isPayload: (value: unknown) => value is Payload,
): Interrupts<PendingQuestion<Payload>>;
export function useInterrupts(isPayload?: (value: unknown) => boolean): Interrupts<PendingInterrupt> {
  const { session } = useAgentContext("useInterrupts");
  const all = useSlice(session.store, selectInterrupts);
  return useMemo(() => {
    const interrupts =
      isPayload === undefined ? all : all.filter((one) => one.kind === "question" && isPayload(one.value));
    return {
      interrupts,
      respond: session.respond,
      respondAll: (value) => {
        const answer = typeof value === "function" ? (one: PendingInterrupt) => value(one) : () => value;
        session.respondAll(new Map(interrupts.map((one) => [one.id, answer(one)])));
      },
    };
  }, [all, isPayload, session]);
}

function selectInterrupts(state: SessionState): readonly PendingInterrupt[] {
  return state.interrupts;
}
