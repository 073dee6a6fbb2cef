import { type KeyboardEvent, useEffect, useRef } from "react";
import { type Choice, useAgent } from "@/hooks";
import { useStrings } from "../../ui/strings";
import { ChoiceGroup } from "./choice-group";

/**
 * Agents and models, above the composer. Takes the focus, since the person opened it; arrows choose, Enter and Esc close it,
 * and the focus goes back to its button.
 */
export function PickerPanel({ id, choice, onClose }: { id: string; choice: Choice; onClose: () => void }) {
  const strings = useStrings().choice;
  const { status } = useAgent();
  const panelRef = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const panel = panelRef.current;
    (panel?.querySelector<HTMLElement>("input:checked") ?? panel)?.focus();
  }, []);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Escape" && event.key !== "Enter") return;
    event.preventDefault(); // Esc stops no run, Enter sends nothing
    onClose();
  };
  const { agents, agent, models, model, choose } = choice;
  return (
    <div
      ref={panelRef}
      id={id}
      className="tw-picker"
      role="dialog"
      aria-label={strings.name}
      tabIndex={-1} // a press on its ground does not take the focus out of it
      onKeyDown={onKeyDown}
    >
      {agents.length > 0 && (
        <ChoiceGroup
          name={strings.agent}
          options={agents.map(({ assistant_id, name, description }) => ({
            id: assistant_id,
            title: name,
            detail: description ?? undefined,
          }))}
          chosenId={agent?.assistant_id}
          onChoose={(agent) => choose({ agent })}
          onClose={onClose}
        />
      )}
      {models.length > 0 && (
        <ChoiceGroup
          name={strings.model}
          options={models.map(({ id, title, problem }) => ({
            id,
            title,
            detail: problem?.message ?? (title === id ? undefined : id),
            isRefused: problem !== undefined,
          }))}
          chosenId={model?.id}
          onChoose={(model) => choose({ model })}
          onClose={onClose}
        />
      )}
      {status !== "idle" && status !== "error" && (
        <p className="tw:px-2 tw:pb-1 tw:text-xs tw:text-ink-3">{strings.fromNext}</p>
      )}
    </div>
  );
}
