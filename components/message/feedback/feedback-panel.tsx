import { useId, useState } from "react";
import type { FeedbackControls } from "@/hooks";
import type { Feedback } from "@/lib/protocol";
import { useAnnounce } from "../../ui/announcer";
import { Button, IconButton } from "../../ui/button";
import { isComposing } from "../../ui/is-composing";
import { useStrings } from "../../ui/strings";

const MAX_CHARACTERS = 2_000;

/** What the person said of an answer, with room for why, and the way back. Esc closes it and leaves what was said. */
export function FeedbackPanel({
  feedback: { rating, comment, give, takeBack },
  before: { said, isFresh },
  hasFailed,
  onFailed,
  onClose,
}: {
  feedback: FeedbackControls;
  /** What stood before; `isFresh`: it was changed by the press that opened this. */
  before: { readonly said: Feedback | undefined; readonly isFresh: boolean };
  hasFailed: boolean;
  onFailed: (hasFailed: boolean) => void;
  /** Given the button that takes the focus. */
  onClose: (rating: Feedback["rating"] | undefined) => void;
}) {
  const strings = useStrings().feedback;
  const announce = useAnnounce();
  const [text, setText] = useState(comment);
  const fieldId = useId();
  const shown = rating ?? said?.rating ?? "up";

  const attempt = async (act: () => Promise<void>, words: string) => {
    onFailed(false);
    try {
      await act();
    } catch {
      onFailed(true);
      return;
    }
    announce(words);
    onClose(rating);
  };
  const send = () => attempt(() => give(shown, text.trim()), strings.sent);
  const goBack = () =>
    attempt(
      () => (said === undefined ? takeBack() : give(said.rating, said.comment)),
      said === undefined ? strings.takenBack : strings.restored,
    );

  return (
    <section
      className="tw-feedback"
      aria-label={strings.name}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || isComposing(event)) return;
        event.preventDefault();
        onClose(rating);
      }}
    >
      <div className="tw:flex tw:items-center tw:gap-1">
        <p className="tw:min-w-0 tw:flex-1" role="status">
          {rating !== undefined && strings.said[rating]}
        </p>
        {rating !== undefined && (
          <Button tone="bare" onClick={() => void goBack()}>
            {isFresh ? strings.undo : strings.takeBack}
          </Button>
        )}
        <IconButton icon="close" label={strings.close} onClick={() => onClose(rating)} />
      </div>
      <label htmlFor={fieldId} className="tw:text-xs tw:text-ink-2">
        {strings.question[shown]} <span className="tw:text-ink-3">{strings.optional}</span>
      </label>
      <div className="tw:flex tw:flex-wrap tw:items-end tw:gap-1.5">
        <textarea
          id={fieldId}
          rows={2}
          className="tw:[field-sizing:content] tw:max-h-32 tw:min-h-control tw:min-w-0 tw:flex-[1_1_200px] tw:resize-none tw:rounded-m tw:border tw:border-line-strong tw:bg-raised tw:px-2 tw:py-[5px] tw:text-input-s"
          dir="auto"
          maxLength={MAX_CHARACTERS}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== "Enter" || event.shiftKey || isComposing(event)) return;
            event.preventDefault();
            void send();
          }}
        />
        <Button onClick={() => void send()}>{strings.send}</Button>
      </div>
      {hasFailed && (
        <p role="alert" className="tw:text-xs tw:text-error">
          {strings.failed}
        </p>
      )}
    </section>
  );
}
