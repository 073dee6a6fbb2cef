import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import { useAgent } from "@/hooks";
import type { QueuedMessage } from "@/lib/store";
import { BUSY_STATUSES } from "../ui/busy-statuses";
import { Button, IconButton } from "../ui/button";
import { Icon } from "../ui/icon";
import { useStrings } from "../ui/strings";
import { TextEditor } from "../ui/text-editor";
import { useReturningFocus } from "../ui/use-returning-focus";

type TextRef = RefObject<HTMLTextAreaElement | null>;

/**
 * Messages that wait until the run ends, docked on the composer's upper edge, in the order in which they will be sent;
 * and without a network, that what was sent waits for it.
 */
export function MessageQueue({ textRef }: { textRef: TextRef }) {
  const strings = useStrings();
  const { queue, isWaitingForNetwork } = useAgent();
  return (
    <>
      <p role="status" className={isWaitingForNetwork ? "tw-docked tw:px-3 tw:py-2 tw:text-waiting" : "tw-unseen"}>
        {isWaitingForNetwork && strings.waitsForNetwork}
      </p>
      {queue.length > 0 && <Queue queue={queue} textRef={textRef} />}
    </>
  );
}

function Queue({ queue, textRef }: { queue: readonly QueuedMessage[]; textRef: TextRef }) {
  const strings = useStrings();
  return (
    <ol className="tw-docked tw:ps-3 tw:pe-1 tw:py-1" aria-label={strings.queue}>
      {queue.map((message, index) => (
        <QueueRow key={message.id} message={message} position={index + 1} textRef={textRef} />
      ))}
    </ol>
  );
}

function QueueRow({ message, position, textRef }: { message: QueuedMessage; position: number; textRef: TextRef }) {
  const strings = useStrings();
  const { status, holdQueued, editQueued, removeQueued, sendQueuedNow } = useAgent();
  const [isEditing, setIsEditing] = useState(false);
  const rowRef = useRef<HTMLLIElement>(null);
  useReturningFocus(rowRef, isEditing, "[data-edit]");
  // Removed, or sent, by hand or because its turn came: who was in this row goes on writing.
  useLayoutEffect(() => {
    const row = rowRef.current;
    return () => {
      const root = row?.getRootNode() as Document | ShadowRoot | undefined;
      if (row?.contains(root?.activeElement ?? null)) textRef.current?.focus({ preventScroll: true });
    };
  }, [textRef]);
  useEffect(() => {
    if (!isEditing) return;
    holdQueued(message.id, true);
    return () => holdQueued(message.id, false);
  }, [isEditing, message.id, holdQueued]);
  return (
    <li ref={rowRef} className="tw-queue-row">
      <span className="tw:w-3 tw:flex-none tw:text-xs tw:text-waiting tw:tabular-nums">{position}</span>
      {isEditing ? (
        <TextEditor
          text={message.text}
          label={strings.editQueued(message.text)}
          keepLabel={strings.save}
          onKeep={(text) => {
            editQueued(message.id, text);
            setIsEditing(false);
          }}
          onLeave={() => setIsEditing(false)}
        />
      ) : (
        <>
          <span className="tw-queue-text" dir="auto">
            {message.text}
          </span>
          {message.attachments !== undefined && (
            <span className="tw:inline-flex tw:flex-none tw:items-center tw:gap-1 tw:text-xs tw:text-ink-3">
              <Icon name="clip" size="s" />
              {strings.attachments.count(message.attachments.length)}
            </span>
          )}
          {position === 1 && (
            <Button
              tone="bare"
              title={BUSY_STATUSES.has(status) ? strings.sendNowStops : undefined}
              onClick={() => void sendQueuedNow(message.id)}
            >
              {strings.sendNow}
            </Button>
          )}
          <IconButton
            icon="edit"
            label={strings.editQueued(message.text)}
            data-edit
            onClick={() => setIsEditing(true)}
          />
          <IconButton
            icon="close"
            label={strings.removeQueued(message.text)}
            onClick={() => removeQueued(message.id)}
          />
        </>
      )}
    </li>
  );
}
