import { useId } from "react";
import { Icon } from "../../ui/icon";

type Option = {
  readonly id: string;
  readonly title: string;
  readonly detail: string | undefined;
  /** It cannot be chosen; `detail` says why. It can be reached all the same, so that this is read. */
  readonly isRefused?: boolean;
};

/** One of several, as the browser's own radio buttons: arrows choose, a press chooses and closes. */
export function ChoiceGroup({
  name,
  options,
  chosenId,
  onChoose,
  onClose,
}: {
  name: string;
  options: readonly Option[];
  chosenId: string | undefined;
  onChoose: (id: string) => void;
  onClose: () => void;
}) {
  const group = useId();
  return (
    <fieldset className="tw:min-w-0">
      <legend className="tw:px-2 tw:py-1 tw:text-xs tw:text-ink-3">{name}</legend>
      {options.map(({ id, title, detail, isRefused = false }, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: its radio button has the keys
        <label
          key={id}
          className="tw-option"
          data-refused={isRefused || undefined}
          onClick={({ detail: presses }) => {
            if (presses === 0 || isRefused) return; // by keyboard one may look on
            onChoose(id);
            onClose();
          }}
        >
          <input
            type="radio"
            className="tw-unseen"
            name={group}
            aria-label={title}
            aria-describedby={detail === undefined ? undefined : `${group}-${index}`}
            aria-disabled={isRefused || undefined}
            checked={id === chosenId}
            onChange={() => {
              if (!isRefused) onChoose(id);
            }}
          />
          <span className="tw:grid tw:min-w-0 tw:flex-1">
            <span dir="auto">{title}</span>
            {detail !== undefined && (
              <span
                id={`${group}-${index}`}
                className={`tw:text-xs ${isRefused ? "tw:text-waiting" : "tw:text-ink-2"}`}
                dir="auto"
              >
                {detail}
              </span>
            )}
          </span>
          {id === chosenId && <Icon name="check" size="s" />}
        </label>
      ))}
    </fieldset>
  );
}
