import type { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { getChatModelByClassName, initChatModel, MODEL_PROVIDER_CONFIG } from "langchain/chat_models/universal";
import { errorMessage, ToolweaveError } from "@/lib/errors";
import type { ModelInfo } from "@/lib/protocol";
import { DemoChatModel } from "./demo/demo-chat-model";
import { readPace, slowPace } from "./demo/stream/pace";
import { type KnownProvider, parseModelName } from "./parse-model-name";
import { type Environment, findProvider, PROVIDERS, type Provider, readAddress, readKey } from "./providers";
import { UnavailableModel } from "./unavailable-model";

/** A model that can be called, and what the page is told about it. */
export type ResolvedModel = { readonly model: BaseChatModel; readonly info: ModelInfo };

/**
 * Chooses the model: `name` (from the configuration), else TOOLWEAVE_MODEL, else the first provider with a key in the
 * environment, else the demo model. Nothing goes to the network; `checkModelKey` does that.
 * A missing key is told in `info.problem`, and the model then rejects each call with the same words.
 * Throws `model_not_configured` (a wrong name, with the names that are possible) and `model_package_missing`
 * (with the package to install).
 */
export async function resolveModel(name: string | undefined, env: Environment): Promise<ResolvedModel> {
  const fromConfig = name?.trim();
  const asked = fromConfig || env.TOOLWEAVE_MODEL?.trim();
  if (!asked) return findByKey(env);
  const parsed = parseModelName(asked, fromConfig ? "The model in toolweave.config.ts" : "TOOLWEAVE_MODEL");
  return parsed.isDemo ? demo(env, parsed.isSlow) : build(parsed.provider, parsed.model, env);
}

/**
 * A key may be in the environment for something else, so a provider that was not asked for by name never stops the
 * start: where its package is not installed, the next one is tried, and the demo model says what is missing.
 */
async function findByKey(env: Environment): Promise<ResolvedModel> {
  let missing: ToolweaveError | undefined;
  for (const provider of PROVIDERS) {
    if (readKey(provider, env) === undefined) continue;
    const built = await build(provider.name, provider.defaultModel, env).catch(onlyMissingPackage);
    if (!(built instanceof ToolweaveError)) return built;
    missing ??= built;
  }
  const resolved = demo(env);
  return missing ? { ...resolved, info: { ...resolved.info, problem: problemOf(missing) } } : resolved;
}

function onlyMissingPackage(error: unknown): ToolweaveError {
  if (error instanceof ToolweaveError && error.code === "model_package_missing") return error;
  throw error;
}

function demo(env: Environment, isSlow = false): ResolvedModel {
  const pace = readPace(env);
  const chunksPerSecond = isSlow ? slowPace(pace) : pace;
  return { model: new DemoChatModel({ chunksPerSecond }), info: { id: isSlow ? "demo:slow" : "demo", isDemo: true } };
}

async function build(name: KnownProvider, modelName: string, env: Environment): Promise<ResolvedModel> {
  const info: ModelInfo = { id: `${name}:${modelName}`, isDemo: false };
  await requirePackage(name);
  const provider = findProvider(name);
  if (provider && readKey(provider, env) === undefined) {
    const error = missingKey(provider);
    return { model: new UnavailableModel(error), info: { ...info, problem: problemOf(error) } };
  }
  try {
    const model = await initChatModel(modelName, { modelProvider: name, ...fields(provider, env) });
    // ConfigurableModel hides the class behind it, and LangChain's agent unwraps it in the same way.
    return { model: await model._getModelInstance(), info };
  } catch (cause) {
    throw new ToolweaveError(
      "model_not_configured",
      `The model ${info.id} could not be set up: ${errorMessage(cause)}. Check the environment variables that ${MODEL_PROVIDER_CONFIG[name].package} needs.`,
      { cause, context: { provider: name } },
    );
  }
}

/**
 * `streaming` is left alone: LangGraph streams from every model anyway, and with `streaming: true` ChatOpenAI loads
 * a tokenizer from the network on each call that is not streamed. One retry: a person is waiting and can press Retry.
 */
function fields(provider: Provider | undefined, env: Environment): Record<string, unknown> {
  if (!provider) return { maxRetries: 1 };
  const address = readAddress(provider, env);
  return {
    maxRetries: 1,
    apiKey: readKey(provider, env),
    ...(address === undefined ? {} : provider.addressFields?.(address)),
  };
}

async function requirePackage(name: KnownProvider): Promise<void> {
  const { package: packageName, className } = MODEL_PROVIDER_CONFIG[name];
  try {
    await getChatModelByClassName(className, name);
  } catch (cause) {
    throw new ToolweaveError(
      "model_package_missing",
      `The provider "${name}" needs a package that could not be loaded. Run: npm install ${packageName}`,
      { cause, context: { provider: name, package: packageName } },
    );
  }
}

function missingKey(provider: Provider): ToolweaveError {
  return new ToolweaveError(
    "model_key_missing",
    `No key for ${provider.title}: set ${provider.keyVariables.join(" or ")} and start again.`,
    { context: { provider: provider.name } },
  );
}

function problemOf(error: ToolweaveError): { code: string; message: string } {
  return { code: error.code, message: error.message };
}
