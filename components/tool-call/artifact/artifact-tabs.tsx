import { useStrings } from "../../ui/strings";
import type { ArtifactKind } from "./read-artifact";

/** What of a document is shown: its text, what it is for, or what this version changed. */
export type ArtifactView = "code" | "preview" | "changes";

/** Switches between what there is of a document. */
export function ArtifactTabs({
  view,
  kind,
  hasChanges,
  onPick,
}: {
  view: ArtifactView;
  kind: ArtifactKind;
  hasChanges: boolean;
  onPick: (view: ArtifactView) => void;
}) {
  const { artifact } = useStrings();
  const views: ArtifactView[] = ["code", ...(kind === "code" ? [] : ["preview" as const])];
  if (hasChanges) views.push("changes");
  if (views.length === 1) return null;
  return (
    <fieldset className="tw-segments" aria-label={artifact.views}>
      {views.map((each) => (
        <button key={each} type="button" aria-pressed={each === view} onClick={() => onPick(each)}>
          {artifact.view[each]}
        </button>
      ))}
    </fieldset>
  );
}
