import type { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { errorMessage, isToolweaveError, ToolweaveError } from "@/lib/errors";
import type { Environment } from "./providers";
import { type ResolvedModel, resolveModel } from "./resolve-model";
import { UnavailableModel } from "./unavailable-model";

/**
 * As `resolveModel`, and for a model of the host's own. Never rejects: what cannot be set up is a model that refuses each
 * call with the reason, which its `info.problem` says.
 */
export async function chooseModel(
  wanted: string | BaseChatModel | undefined,
  env: Environment,
): Promise<ResolvedModel> {
  if (wanted !== undefined && typeof wanted !== "string") {
    return { model: wanted, info: { id: wanted._llmType(), isDemo: false } };
  }
  try {
    return await resolveModel(wanted, env);
  } catch (cause) {
    const reason = isToolweaveError(cause)
      ? cause
      : new ToolweaveError("model_not_configured", `The model could not be set up: ${errorMessage(cause)}`, { cause });
    const problem = { code: reason.code, message: reason.message };
    return { model: new UnavailableModel(reason), info: { id: wanted ?? "none", isDemo: false, problem } };
  }
}
