import type { AttachmentKind } from "@/lib/protocol";

/** What LangChain's profile of a model says of its input; absent: nobody knows. Source: `ModelProfile`. */
type InputProfile = {
  readonly imageInputs?: boolean;
  readonly pdfInputs?: boolean;
  readonly audioInputs?: boolean;
  readonly videoInputs?: boolean;
};

/**
 * What a model is known not to take. What nobody knows is tried: the provider refuses it in its own words. Text goes to
 * every model as text, a file of unknown type to none.
 */
export function refusedKinds(model: object): ReadonlySet<AttachmentKind> {
  const profile = (Reflect.get(model, "profile") ?? {}) as InputProfile; // LangChain's, of a model of whatever provider
  const refused: AttachmentKind[] = ["other"];
  if (profile.imageInputs === false) refused.push("image");
  if (profile.pdfInputs === false) refused.push("pdf");
  if (profile.audioInputs === false) refused.push("audio");
  if (profile.videoInputs === false) refused.push("video");
  return new Set(refused);
}
