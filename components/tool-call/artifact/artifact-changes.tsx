import { useMemo } from "react";
import { useToolCallStream } from "@/hooks";
import { useStrings } from "../../ui/strings";
import { visibleText } from "../../ui/visible-text";
import { changedLines, type LineGroup } from "./changed-lines";
import { type Artifact, readArtifact } from "./read-artifact";

const SIGNS = { added: "+", removed: "−", same: " " } as const;

/** What a version changed, line by line. The comparison is made once the version is whole. */
export function ArtifactChanges({ before, artifact }: { before: string; artifact: Artifact }) {
  const { artifact: words } = useStrings();
  const call = useToolCallStream(before);
  const old = call && readArtifact(call).content;
  const { content, isWritten, title } = artifact;
  const groups = useMemo(
    () => (old !== undefined && isWritten ? changedLines(old, content) : undefined),
    [old, content, isWritten],
  );
  if (!isWritten) return <Note>{words.changesLater}</Note>;
  if (groups === undefined) return <Note>{words.changesTooMany}</Note>;
  if (groups.length === 0) return <Note>{words.noChanges}</Note>;
  return (
    <section
      className="tw-artifact-code tw-changes"
      aria-label={words.changesOf(title)}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
      tabIndex={0}
      dir="ltr"
    >
      {groups.map((group, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two settled texts have one list of changes
        <ChangedLines key={index} group={group} />
      ))}
    </section>
  );
}

function ChangedLines({ group }: { group: LineGroup }) {
  const { artifact: words } = useStrings();
  if (group.kind === "skipped") return <p className="tw-changes-gap">{words.sameLines(group.count)}</p>;
  const text = group.lines.map((line) => `${SIGNS[group.kind]} ${line}`).join("\n");
  if (group.kind === "same") return <pre className="tw-changes-lines">{visibleText(text)}</pre>;
  const Change = group.kind === "added" ? "ins" : "del";
  return (
    <pre className="tw-changes-lines" data-change={group.kind}>
      <span className="tw-unseen">{words.change[group.kind]}: </span>
      <Change>{visibleText(text)}</Change>
    </pre>
  );
}

function Note({ children }: { children: string }) {
  return <p className="tw:flex-1 tw:p-4 tw:text-s tw:text-ink-3">{children}</p>;
}
