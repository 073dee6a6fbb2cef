import type { BaseMessage } from "@langchain/core/messages";
import { type ReferenceBlock, referencedId } from "../../attachments";

type AttachedFile = ReferenceBlock["metadata"];

const KINDS: Readonly<Record<AttachedFile["kind"], string>> = {
  image: "an image",
  pdf: "a PDF",
  text: "a text file",
  audio: "a recording",
  video: "a video",
  other: "a file",
};

/** The files that a message names, as the server has described them. */
export function filesOf(message: BaseMessage | undefined): readonly AttachedFile[] {
  const content = Array.isArray(message?.content) ? message.content : [];
  const blocks = content.filter((block) => referencedId(block) !== undefined) as unknown as ReferenceBlock[];
  return blocks.map(({ metadata }) => metadata);
}

/** What the demo model can truly say of files: it sees what they are, not what they show. */
export function describeFiles(files: readonly AttachedFile[]): string {
  const lines = files.map((file) => `- **${file.name.replace(/[\\`*_[\]<>&]/g, "\\$&")}**: ${say(file)}`);
  const what = files.length === 1 ? "this file" : `these ${files.length} files`;
  return `I got ${what}. I am a scripted demo and cannot read them, but a model can:\n\n${lines.join("\n")}`;
}

function say({ kind, size, width, height }: AttachedFile): string {
  const pixels = width === undefined || height === undefined ? "" : `, ${width} × ${height} pixels`;
  return `${KINDS[kind]} of ${new Intl.NumberFormat("en").format(size)} bytes${pixels}`;
}
