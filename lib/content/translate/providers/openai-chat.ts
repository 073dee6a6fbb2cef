import { readAudio, readMedia } from "../shapes";
import type { Translator } from "../translator";

/** Blocks of OpenAI's Chat Completions, as input or output: images, recordings, files. */
export const translateOpenAiChat: Translator = (from, type) => {
  switch (type) {
    case "image_url":
      return readMedia(typeof from.value.image_url === "string" ? from : from.part(type), from, "image");
    case "file":
      return readMedia(from.part(type), from, type);
    case "input_audio":
      return readAudio(from.part(type), from);
    default:
      return undefined;
  }
};
