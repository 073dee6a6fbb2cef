export { createFixture } from "./fixture";
export { callPieces, type Script } from "./scripted-model";
export { serve } from "./serve";
