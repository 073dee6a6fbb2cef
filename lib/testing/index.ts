export { jsonDocument, jsonObject, jsonText } from "./json-documents";
export { randomByteCuts, randomCuts } from "./random-cuts";
export {
  hasSharedStreams,
  type RecordedStream,
  SHARED_STREAMS_DIRECTORY,
  turnsOf,
} from "./recorded-streams";
export { type ReplayBehaviour, type ReplayServer, startReplayServer } from "./replay-server";
