import { useAgent } from "@/hooks";
import type { ChatMessage } from "@/lib/store";
import { Button } from "../ui/button";
import { Icon } from "../ui/icon";
import { useStrings } from "../ui/strings";

type Props = {
  end: NonNullable<ChatMessage["end"]>;
  /** Nothing has been said since. */
  mayGoOn: boolean;
  isBusy: boolean;
};

/**
 * Why an answer ended before it was whole, and the way on from a limit. It takes the same height with and without the button.
 * The status line says the same to assistive technology.
 */
export function AnswerEndNote({ end, mayGoOn, isBusy }: Props) {
  const strings = useStrings();
  const { submit } = useAgent();
  return (
    <div className="tw:flex tw:min-h-control tw:flex-wrap tw:items-center tw:gap-x-3 tw:text-xs">
      <p className={`tw:flex tw:items-center tw:gap-1.5 ${end === "stopped" ? "tw:text-ink-3" : "tw:text-waiting"}`}>
        <Icon name="off" size="s" />
        {strings.answerEnds[end]}
      </p>
      {end === "length" && mayGoOn && (
        <Button
          tone="bare"
          disabled={isBusy}
          onClick={({ currentTarget }) => {
            currentTarget.closest<HTMLElement>("section")?.focus({ preventScroll: true }); // this button goes
            void submit(strings.goOnMessage);
          }}
        >
          {strings.goOn}
        </Button>
      )}
    </div>
  );
}
