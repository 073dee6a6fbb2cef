import type { ModelInfo } from "@/lib/protocol";
import { type Environment, findProvider, type Provider, readAddress, readKey } from "./providers";

/** How a check is made; everything has a default. */
type KeyCheckOptions = {
  /** True: ask again even where the answer is known. */
  readonly isForced?: boolean;
  readonly timeoutMs?: number;
  readonly fetch?: typeof fetch;
};

const DEFAULT_TIMEOUT_MS = 5_000;

/** Answers by provider, address and key. The environment of a process is fixed, so it holds one entry per model. */
const answers = new Map<string, Promise<ModelInfo["problem"]>>();

/**
 * Asks the provider whether it takes the key, by listing its models: one cheap request, 5,000 ms at most, once per
 * process unless forced. Resolves to the info with `problem` set when the key was refused, and without when it works.
 * Network trouble, unknown addresses and keys that may only chat are no key problem and leave the info as it was.
 * Never rejects and never puts the key into a message.
 */
export async function checkModelKey(
  info: ModelInfo,
  env: Environment,
  options: KeyCheckOptions = {},
): Promise<ModelInfo> {
  const target = findTarget(info, env);
  if (!target) return info;
  const cacheKey = JSON.stringify([target.provider.name, target.address, target.key]);
  if (options.isForced) answers.delete(cacheKey);
  let answer = answers.get(cacheKey);
  if (!answer) {
    answer = ask(target, options).catch(() => {
      answers.delete(cacheKey); // nothing was learnt: the next check asks again
      return undefined;
    });
    answers.set(cacheKey, answer);
  }
  const problem = await answer;
  const { problem: _former, ...rest } = info;
  return problem ? { ...rest, problem } : rest;
}

type Target = { readonly provider: Provider; readonly key: string; readonly address: string };

function findTarget(info: ModelInfo, env: Environment): Target | undefined {
  if (info.isDemo) return undefined;
  const provider = findProvider(info.id.split(":")[0] ?? "");
  const key = provider && readKey(provider, env);
  if (!provider || key === undefined) return undefined;
  return { provider, key, address: readAddress(provider, env) ?? provider.defaultAddress };
}

async function ask(target: Target, options: KeyCheckOptions): Promise<ModelInfo["problem"]> {
  const { provider, key, address } = target;
  const response = await (options.fetch ?? fetch)(address + provider.modelsPath, {
    headers: provider.keyHeaders(key),
    signal: AbortSignal.timeout(options.timeoutMs ?? DEFAULT_TIMEOUT_MS),
    redirect: "manual", // the key goes to the named address and nowhere else
  });
  const isRefused = await isRefusal(response);
  await response.body?.cancel().catch(() => undefined); // the list itself is of no interest
  if (!isRefused) return undefined;
  return {
    code: "model_key_refused",
    message: `${provider.title} refused the key in ${provider.keyVariables.join(" or ")} (HTTP ${response.status}). Check the key and start again.`,
  };
}

/**
 * OpenAI's restricted keys may chat but not list models (403, missing scopes); Gemini refuses a bad key with 400.
 * Throws where the answer says nothing about the key.
 */
async function isRefusal(response: Response): Promise<boolean> {
  const { status } = response;
  if (status === 401) return true;
  if (status === 403) return !/missing scopes|insufficient permissions/i.test(await response.text());
  if (status === 400) return (await response.text()).includes("API_KEY_INVALID");
  if (status === 429 || status >= 500) throw new Error(`HTTP ${status} says nothing about the key`);
  return false;
}
