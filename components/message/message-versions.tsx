import type { MouseEvent } from "react";
import { useBranches } from "@/hooks";
import type { ChatMessage } from "@/lib/store";
import { useAnnounce } from "../ui/announcer";
import { IconButton } from "../ui/button";
import { useStrings } from "../ui/strings";

/** Arrows between the versions of a message, 2 / 3; nothing where there is one. */
export function MessageVersions({ message, isDisabled }: { message: ChatMessage; isDisabled: boolean }) {
  const strings = useStrings();
  const announce = useAnnounce();
  const { index, count, previous, next } = useBranches(message);
  if (count < 2) return null;
  const go = async (event: MouseEvent, step: () => Promise<void>, position: number) => {
    const focusAgain = focusKeeper(event.currentTarget);
    await step();
    announce(`${strings.version} ${strings.versionOf(position + 1, count)}`);
    focusAgain();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form's fields
    <div
      role="group"
      aria-label={strings.versions}
      className="tw:inline-flex tw:items-center tw:text-xs tw:text-ink-2 tw:tabular-nums"
    >
      <IconButton
        icon="chevron-left"
        mirrors
        label={strings.previousVersion}
        disabled={isDisabled || index === 0}
        onClick={(event) => void go(event, previous, index - 1)}
      />
      <span dir="auto">
        <span className="tw-unseen">{strings.version} </span>
        {strings.versionOf(index + 1, count)}
      </span>
      <IconButton
        icon="chevron-right"
        mirrors
        label={strings.nextVersion}
        disabled={isDisabled || index === count - 1}
        onClick={(event) => void go(event, next, index + 1)}
      />
    </div>
  );
}

/** The other version is another message in the same place of the list: the focus goes on to its arrows. */
function focusKeeper(button: Element): () => void {
  const label = button.getAttribute("aria-label");
  const step = button.closest("li");
  const list = step?.parentElement;
  const place = step === null ? -1 : [...(list?.children ?? [])].indexOf(step);
  return () => {
    const buttons = [...(list?.children[place]?.querySelectorAll<HTMLButtonElement>("[role=group] button") ?? [])];
    const open = buttons.filter(({ disabled }) => !disabled);
    (open.find((candidate) => candidate.getAttribute("aria-label") === label) ?? open[0])?.focus({
      preventScroll: true,
    });
  };
}
