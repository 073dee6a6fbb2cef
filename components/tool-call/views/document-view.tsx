import type { ToolCallView } from "@/hooks";
import { Button } from "../../ui/button";
import { useStrings } from "../../ui/strings";
import {
  ARTIFACT_TOOL,
  countLines,
  readArtifact,
  useArtifact,
  useArtifactVersions,
  useRememberedArtifact,
} from "../artifact";
import { defineToolView, type PreviewProps } from "../tool-view";
import { Field, Fields, GrowingText } from "../value";

/** What the card shows of a document: the newest lines, in room that is kept for them. */
const SHOWN_LINES = 5;

type DocumentArgs = { title: string; kind: string; language?: string; content: string };

/** A document that is being written: its newest lines in the card, all of it in the panel. */
function DocumentPreview({ call, arg }: PreviewProps<DocumentArgs>) {
  const { artifact: words } = useStrings();
  const { open, callKey } = useArtifact();
  useRememberedArtifact(call.key);
  const artifact = readArtifact(call);
  const number = useArtifactVersions(artifact.title).indexOf(call.key) + 1;
  const lines = countLines(artifact.content);
  return (
    <div className="tw:grid tw:grid-cols-[minmax(0,1fr)] tw:gap-3">
      <Fields>
        <Field label={words.title} isAbsent={arg(["title"]).state === "absent"}>
          <GrowingText text={artifact.title} state={arg(["title"]).state} />
        </Field>
        <Field label={words.content}>
          {/* One line, however long the document: what is below stays. */}
          <span className="tw:block tw:truncate">{words.soFar(lines, artifact.content.length)}</span>
        </Field>
      </Fields>
      <pre className="tw-document-tail" dir="ltr" aria-hidden="true">
        <code>
          <GrowingText text={tailOf(artifact.content)} state={arg(["content"]).state} />
        </code>
      </pre>
      <p className="tw:flex tw:items-center tw:gap-3 tw:text-s">
        <Button icon="panel" aria-pressed={callKey === call.key} onClick={() => open(call.key)}>
          {words.open}
        </Button>
        {number > 1 && <span className="tw:text-ink-3">{words.isVersion(number)}</span>}
      </p>
    </div>
  );
}

/** The last lines, or the beginning of a text that is whole. */
function tailOf(text: string): string {
  let at = text.length;
  for (let lines = 0; lines < SHOWN_LINES && at > 0; lines += 1) at = text.lastIndexOf("\n", at - 1);
  return text.slice(Math.max(0, at + 1));
}

export const writeDocumentView = defineToolView<DocumentArgs>(ARTIFACT_TOOL, {
  icon: "code",
  isWide: true,
  preview: DocumentPreview,
  summary: (call: ToolCallView, { artifact: words }) => {
    const { title, content } = readArtifact(call);
    return [title, words.lines(countLines(content))].filter((part) => part !== "").join(", ");
  },
});
