import type { ModelFacts, UsageMetadata } from "@/lib/protocol";

export type Cost = { readonly amount: number; readonly currency: string };

const PER = 1_000_000;

/** What is known of a model: by its whole name, else by the longest name that its own begins with. */
export function factsOf(
  model: string | undefined,
  table: Readonly<Record<string, ModelFacts>> | undefined,
): ModelFacts | undefined {
  if (model === undefined || table === undefined) return undefined;
  const names = Object.keys(table).filter((name) => name !== "" && model.startsWith(name));
  const [best] = names.sort((one, other) => other.length - one.length);
  return best === undefined ? undefined : table[best];
}

/** What an answer cost by the price table; undefined where there is no price. */
export function costOf(usage: UsageMetadata, facts: ModelFacts | undefined): Cost | undefined {
  const price = facts?.price;
  // A currency that is no code (ISO 4217) cannot be written.
  if (price === undefined || !/^[A-Z]{3}$/.test(price.currency)) return undefined;
  const cached = Math.min(usage.input_tokens, detailOf(usage.input_token_details, "cache_read"));
  const input = (usage.input_tokens - cached) * price.input + cached * (price.cached_input ?? price.input);
  return { amount: (input + usage.output_tokens * price.output) / PER, currency: price.currency };
}

/** How full the model's context was at the end of an answer, from 0 to 1; undefined where its size is not known. */
export function contextShare(usage: UsageMetadata, facts: ModelFacts | undefined): number | undefined {
  const size = facts?.context_tokens;
  return size === undefined || size <= 0 ? undefined : Math.min(1, (usage.input_tokens + usage.output_tokens) / size);
}

/** A count among the details. Source: LangChain `InputTokenDetails`, `OutputTokenDetails`; not every provider tells. */
export function detailOf(details: unknown, name: string): number {
  if (typeof details !== "object" || details === null) return 0;
  const count: unknown = Reflect.get(details, name);
  return typeof count === "number" ? count : 0;
}
