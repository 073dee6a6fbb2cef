import { lazy, Suspense, useRef, useState } from "react";
import { useFeedback } from "@/hooks";
import type { Feedback } from "@/lib/protocol";
import { IconButton } from "../../ui/button";
import { useStrings } from "../../ui/strings";

const FeedbackPanel = lazy(async () => ({ default: (await import("./feedback-panel")).FeedbackPanel }));

type Rating = Feedback["rating"];
const RATINGS = ["up", "down"] as const;

/**
 * Two thumbs in an answer's row of actions, and below the row, which stays where it is, a comment and the way back. A press
 * says it at once; one on what was said already opens and closes what belongs to it.
 */
export function MessageFeedback({ messageId }: { messageId: string }) {
  const strings = useStrings().feedback;
  const feedback = useFeedback(messageId);
  const { rating, comment, give } = feedback;
  /** What an undo goes back to; undefined while the panel is closed. */
  const [before, setBefore] = useState<{ readonly said: Feedback | undefined; readonly isFresh: boolean }>();
  const [hasFailed, setHasFailed] = useState(false);
  const buttons = useRef<Partial<Record<Rating, HTMLButtonElement | null>>>({});

  const press = (pressed: Rating) => {
    setHasFailed(false);
    if (pressed === rating) {
      setBefore(before === undefined ? { said: undefined, isFresh: false } : undefined);
      return;
    }
    setBefore({ said: rating && { rating, comment }, isFresh: true });
    give(pressed, comment).catch(() => setHasFailed(true)); // what was written of the other goes along, to be changed
  };
  const close = (pressed: Rating | undefined) => {
    setBefore(undefined);
    setHasFailed(false);
    buttons.current[pressed ?? "up"]?.focus({ preventScroll: true });
  };

  return (
    <>
      {RATINGS.map((one) => (
        <IconButton
          key={one}
          ref={(button) => {
            buttons.current[one] = button;
          }}
          icon={`thumb-${one}`}
          label={strings.rate[one]}
          className="tw-rating"
          aria-pressed={rating === one}
          onClick={() => press(one)}
        />
      ))}
      {before !== undefined && (
        <Suspense fallback={null}>
          <FeedbackPanel
            feedback={feedback}
            before={before}
            hasFailed={hasFailed}
            onFailed={setHasFailed}
            onClose={close}
          />
        </Suspense>
      )}
    </>
  );
}
