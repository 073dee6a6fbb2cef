export { checkModelKey } from "./check-model-key";
export { chooseModel } from "./choose-model";
export { DemoChatModel, isDemoModel } from "./demo/demo-chat-model";
export { createModelMenu, type ModelChoice, type ModelMenu } from "./model-menu";
export { type ResolvedModel, resolveModel } from "./resolve-model";
