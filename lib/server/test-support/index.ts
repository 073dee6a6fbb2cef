export { stringifyState } from "../encoding/thread-state";
export { TESTER } from "./client";
export { createFixture } from "./fixture";
export { callPieces, type Script, ScriptedModel } from "./scripted-model";
export { serve } from "./serve";
