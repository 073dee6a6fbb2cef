import { type FocusEvent, lazy, Suspense, useId, useRef, useState } from "react";
import { useChoice, useInfo } from "@/hooks";
import { BrandMark, Icon } from "../../ui/icon";
import { useStrings } from "../../ui/strings";

const load = () => import("./picker-panel");
const PickerPanel = lazy(async () => ({ default: (await load()).PickerPanel }));

/** Who answers, and with which model; a button where one of the two can be chosen. */
export function AgentPicker({ agentTitle }: { agentTitle: string }) {
  const strings = useStrings().choice;
  const { info } = useInfo();
  const choice = useChoice();
  const [isOpen, setIsOpen] = useState(false);
  const placeRef = useRef<HTMLDivElement>(null);
  const buttonRef = useRef<HTMLButtonElement>(null);
  const panelId = useId();
  const model = choice.model?.title ?? info?.toolweave?.model.id;
  const words = (
    <>
      <BrandMark size={16} />
      <b className="tw:flex-none tw:font-medium tw:text-ink">{agentTitle}</b>{" "}
      {model !== undefined && <bdi className="tw:truncate">{model}</bdi>}
    </>
  );
  if (choice.agents.length === 0 && choice.models.length === 0) return <span className="tw-answerer">{words}</span>;

  const close = () => {
    setIsOpen(false);
    buttonRef.current?.focus();
  };
  const leave = ({ relatedTarget }: FocusEvent) => {
    if (!placeRef.current?.contains(relatedTarget as Node | null)) setIsOpen(false);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only hears that the focus has left button and panel
    <div ref={placeRef} className="tw:flex tw:min-w-0" onBlur={leave}>
      <button
        ref={buttonRef}
        type="button"
        className="tw-answerer tw-answerer-button"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-controls={isOpen ? panelId : undefined}
        onPointerEnter={() => void load().catch(() => {})} // asked for again with the press
        onPointerDown={(event) => event.preventDefault()} // it would take the focus out of the panel, which closes that
        onClick={() => setIsOpen(!isOpen)}
      >
        <span className="tw-unseen">{strings.name}:</span> {words}
        <Icon name="chevron-up" size="s" />
      </button>
      {isOpen && (
        <Suspense fallback={null}>
          <PickerPanel id={panelId} choice={choice} onClose={close} />
        </Suspense>
      )}
    </div>
  );
}
