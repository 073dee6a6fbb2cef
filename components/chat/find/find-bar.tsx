import { type KeyboardEvent, type RefObject, useEffect, useId, useState } from "react";
import { IconButton } from "../../ui/button";
import { isComposing } from "../../ui/is-composing";
import { useStrings } from "../../ui/strings";
import { useFind } from "./use-find";
import { wordsAround } from "./words-around";

/** Looks for a text in the whole thread, also in what is not drawn or not loaded, and goes from place to place. */
export function FindBar({
  fieldRef,
  onHit,
  onClose,
}: {
  fieldRef: RefObject<HTMLInputElement | null>;
  onHit: (messageId: string, wanted: string) => void;
  onClose: (isAtHit: boolean) => void;
}) {
  const strings = useStrings();
  const labelId = useId();
  const [wanted, setWanted] = useState("");
  const { hits, total, at, state, go } = useFind(wanted, (messageId) => onHit(messageId, wanted.trim()));
  useEffect(() => fieldRef.current?.focus(), [fieldRef]);
  const hit = state === "failed" ? undefined : hits[at];
  const close = () => onClose(total > 0);
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event)) return;
    if (event.key === "Escape") close();
    else if (event.key === "Enter") go(event.shiftKey ? -1 : 1);
    else return;
    event.preventDefault();
  };
  const words = () => {
    if (wanted.trim() === "") return "";
    if (state === "failed") return strings.findFailed;
    if (state === "asking" && hits.length === 0) return strings.finding;
    return total === 0 ? strings.foundNothing : strings.foundAt(at + 1, total);
  };
  return (
    <search className="tw-find" aria-labelledby={labelId}>
      <span id={labelId} className="tw-unseen">
        {strings.findInThread}
      </span>
      <input
        ref={fieldRef}
        type="text"
        className="tw-find-field"
        aria-label={strings.findInThread}
        placeholder={strings.findInThread}
        enterKeyHint="search"
        autoComplete="off"
        maxLength={200}
        dir="auto"
        value={wanted}
        onChange={(event) => setWanted(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <span role="status" className="tw:min-w-16 tw:text-xs tw:text-ink-2 tw:tabular-nums">
        {words()}
        {hit !== undefined && <span className="tw-unseen">: {wordsAround(hit.text, wanted)}</span>}
      </span>
      <IconButton icon="chevron-up" label={strings.findOlder} disabled={total === 0} onClick={() => go(1)} />
      <IconButton icon="chevron-down" label={strings.findNewer} disabled={total === 0} onClick={() => go(-1)} />
      <IconButton icon="close" label={strings.closeFind} onClick={close} />
    </search>
  );
}
