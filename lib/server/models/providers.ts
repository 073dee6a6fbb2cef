import type { KnownProvider } from "./parse-model-name";

/** Environment variables, as `process.env` holds them. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** What this server knows about a provider beyond LangChain's own table: where its key is and how the key is tried. */
export type Provider = {
  /** LangChain's name of it: the part before the colon in `provider:model`. */
  readonly name: KnownProvider;
  /** How a person knows it. */
  readonly title: string;
  /** Environment variables that may hold the key, the provider's own SDK's first. */
  readonly keyVariables: readonly string[];
  /** Environment variables that may hold the address, as the provider's own SDK names them. */
  readonly addressVariables: readonly string[];
  readonly defaultAddress: string;
  /** Used when only a key is given. */
  readonly defaultModel: string;
  /** Relative to the address: the cheapest request that needs a key. */
  readonly modelsPath: string;
  /** Headers that carry the key. */
  readonly keyHeaders: (key: string) => Record<string, string>;
  /** Constructor fields by which LangChain's class takes an address. */
  readonly addressFields?: (address: string) => Record<string, unknown>;
};

const bearer = (key: string) => ({ authorization: `Bearer ${key}` });

/**
 * Providers that are found by a key in the environment, in order of preference. LangChain knows more; those have to be
 * asked for by name and their keys are not checked before the first message.
 */
export const PROVIDERS: readonly Provider[] = [
  {
    name: "openai",
    title: "OpenAI",
    keyVariables: ["OPENAI_API_KEY"],
    addressVariables: ["OPENAI_BASE_URL", "OPENAI_API_BASE"],
    defaultAddress: "https://api.openai.com/v1",
    defaultModel: "gpt-4.1-mini",
    modelsPath: "/models",
    keyHeaders: bearer,
    addressFields: (address) => ({ configuration: { baseURL: address } }),
  },
  {
    name: "anthropic",
    title: "Anthropic",
    keyVariables: ["ANTHROPIC_API_KEY"],
    addressVariables: ["ANTHROPIC_BASE_URL", "ANTHROPIC_API_URL"],
    defaultAddress: "https://api.anthropic.com",
    defaultModel: "claude-haiku-4-5",
    modelsPath: "/v1/models",
    keyHeaders: (key) => ({ "x-api-key": key, "anthropic-version": "2023-06-01" }),
    addressFields: (address) => ({ anthropicApiUrl: address }),
  },
  {
    name: "google-genai",
    title: "Google Gemini",
    keyVariables: ["GOOGLE_API_KEY", "GEMINI_API_KEY"],
    addressVariables: ["GOOGLE_GEMINI_BASE_URL"],
    defaultAddress: "https://generativelanguage.googleapis.com",
    defaultModel: "gemini-2.5-flash",
    modelsPath: "/v1beta/models",
    keyHeaders: (key) => ({ "x-goog-api-key": key }),
    addressFields: (address) => ({ baseUrl: address }),
  },
  {
    name: "mistralai",
    title: "Mistral",
    keyVariables: ["MISTRAL_API_KEY"],
    addressVariables: [],
    defaultAddress: "https://api.mistral.ai/v1",
    defaultModel: "mistral-small-latest",
    modelsPath: "/models",
    keyHeaders: bearer,
  },
  {
    name: "groq",
    title: "Groq",
    keyVariables: ["GROQ_API_KEY"],
    addressVariables: ["GROQ_BASE_URL"],
    defaultAddress: "https://api.groq.com",
    defaultModel: "llama-3.3-70b-versatile",
    modelsPath: "/openai/v1/models",
    keyHeaders: bearer,
    addressFields: (address) => ({ baseUrl: address }),
  },
  {
    name: "deepseek",
    title: "DeepSeek",
    keyVariables: ["DEEPSEEK_API_KEY"],
    addressVariables: [],
    defaultAddress: "https://api.deepseek.com",
    defaultModel: "deepseek-chat",
    modelsPath: "/models",
    keyHeaders: bearer,
  },
  {
    name: "xai",
    title: "xAI",
    keyVariables: ["XAI_API_KEY"],
    addressVariables: [],
    defaultAddress: "https://api.x.ai/v1",
    defaultModel: "grok-4-1-fast-non-reasoning",
    modelsPath: "/models",
    keyHeaders: bearer,
  },
];

/** The provider of that name, if it is one whose key can be found and checked. */
export function findProvider(name: string): Provider | undefined {
  const known = name === "mistral" ? "mistralai" : name; // LangChain takes both
  return PROVIDERS.find((provider) => provider.name === known);
}

/** The provider's key, if one is set; an empty variable is not set. */
export function readKey(provider: Provider, env: Environment): string | undefined {
  return firstSet(provider.keyVariables, env);
}

/** The address that the environment names for this provider, without a slash at its end. */
export function readAddress(provider: Provider, env: Environment): string | undefined {
  return firstSet(provider.addressVariables, env)?.replace(/\/+$/, "");
}

function firstSet(variables: readonly string[], env: Environment): string | undefined {
  for (const variable of variables) {
    const value = env[variable]?.trim();
    if (value) return value;
  }
  return undefined;
}
