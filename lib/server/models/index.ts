export { checkModelKey } from "./check-model-key";
export { DemoChatModel, isDemoModel } from "./demo/demo-chat-model";
export { type ResolvedModel, resolveModel } from "./resolve-model";
export { UnavailableModel } from "./unavailable-model";
