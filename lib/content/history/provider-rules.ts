/** Providers whose demands on a history are known. */
export type HistoryProvider = "openai" | "anthropic" | "google" | "bedrock";

/** What a provider's API refuses. Every one of them demands that each call is answered right after it. */
export type ProviderRules = {
  /** Person and model take turns; the person begins. */
  readonly takesTurns: boolean;
  /** Only one system message, at the beginning. */
  readonly hasOneSystem: boolean;
  /** A message says something. */
  readonly refusesEmpty: boolean;
  /** Reasoning goes back only with its signature. */
  readonly signsReasoning: boolean;
};

const STRICT: ProviderRules = { takesTurns: true, hasOneSystem: true, refusesEmpty: true, signsReasoning: false };

export const PROVIDER_RULES: Readonly<Record<HistoryProvider, ProviderRules>> = {
  openai: { takesTurns: false, hasOneSystem: false, refusesEmpty: false, signsReasoning: false },
  google: STRICT,
  anthropic: { ...STRICT, signsReasoning: true },
  bedrock: { ...STRICT, signsReasoning: true },
};
