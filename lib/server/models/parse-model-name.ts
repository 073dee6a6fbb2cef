import { MODEL_PROVIDER_CONFIG } from "langchain/chat_models/universal";
import { ToolweaveError } from "@/lib/errors";

/** A model as it is named in the configuration: the demo model, at its pace or slowly, or LangChain's `provider:model`. */
export type ModelName =
  | { readonly isDemo: true; readonly isSlow: boolean }
  | { readonly isDemo: false; provider: KnownProvider; model: string };

/** A provider that LangChain's `initChatModel` knows. */
export type KnownProvider = keyof typeof MODEL_PROVIDER_CONFIG;

/**
 * Reads `demo`, `demo:slow` or `provider:model`; the model itself may hold colons.
 * Throws `model_not_configured` with the names that are possible. `source` says in the message where the name came from.
 */
export function parseModelName(name: string, source: string): ModelName {
  const trimmed = name.trim();
  if (trimmed === "demo" || trimmed === "demo:slow") return { isDemo: true, isSlow: trimmed !== "demo" };
  const colon = trimmed.indexOf(":");
  if (colon === -1) throw wrongName(`${source} is "${trimmed}", which names no provider.`);
  const provider = trimmed.slice(0, colon);
  const model = trimmed.slice(colon + 1).trim();
  if (!isKnownProvider(provider)) throw wrongName(`${source} is "${trimmed}", and "${provider}" is not a provider.`);
  if (model === "") throw wrongName(`${source} is "${trimmed}", which names no model after the colon.`);
  return { isDemo: false, provider, model };
}

function isKnownProvider(name: string): name is KnownProvider {
  return Object.hasOwn(MODEL_PROVIDER_CONFIG, name);
}

function wrongName(problem: string): ToolweaveError {
  const providers = Object.keys(MODEL_PROVIDER_CONFIG).join(", ");
  return new ToolweaveError(
    "model_not_configured",
    `${problem} Write "demo" or "provider:model", for example "openai:gpt-4.1-mini" or "anthropic:claude-haiku-4-5". Providers: ${providers}.`,
  );
}
