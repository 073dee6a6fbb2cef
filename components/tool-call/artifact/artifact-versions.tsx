import { useToolCallStream } from "@/hooks";
import { useStrings } from "../../ui/strings";

/** More are reached with the arrow keys; nobody looks for one of forty in a row of numbers. */
const MAX_SHOWN = 8;

/** A document's versions by number; the one that is being written is underlined, and older ones stay readable. */
export function ArtifactVersions({
  versions,
  current,
  onOpen,
}: {
  versions: readonly string[];
  current: string;
  onOpen: (callKey: string) => void;
}) {
  const { artifact } = useStrings();
  const first = Math.max(0, Math.min(versions.indexOf(current) - MAX_SHOWN / 2, versions.length - MAX_SHOWN));
  return (
    <fieldset className="tw:flex tw:gap-1" aria-label={artifact.versions}>
      {versions.slice(first, first + MAX_SHOWN).map((callKey, index) => (
        <VersionButton
          key={callKey}
          callKey={callKey}
          number={first + index + 1}
          isCurrent={callKey === current}
          onOpen={onOpen}
        />
      ))}
    </fieldset>
  );
}

function VersionButton({
  callKey,
  number,
  isCurrent,
  onOpen,
}: {
  callKey: string;
  number: number;
  isCurrent: boolean;
  onOpen: (callKey: string) => void;
}) {
  const { artifact } = useStrings();
  const isWriting = useToolCallStream(callKey)?.phase === "writing";
  return (
    <button
      type="button"
      className="tw-version"
      aria-pressed={isCurrent}
      aria-label={isWriting ? artifact.versionWriting(number) : artifact.version(number)}
      data-writing={isWriting || undefined}
      onClick={() => onOpen(callKey)}
    >
      {number}
    </button>
  );
}
