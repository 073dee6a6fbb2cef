import { type KeyboardEvent, useEffect, useState } from "react";
import { useAgent } from "@/hooks";
import type { QueuedMessage } from "@/lib/store";
import { BUSY_STATUSES } from "../ui/busy-statuses";
import { Button, IconButton } from "../ui/button";
import { isComposing } from "../ui/is-composing";
import { useStrings } from "../ui/strings-context";

/**
 * Messages that wait until the run ends, docked on the composer's upper edge, in the order in which they will be sent;
 * and without a network, that what was sent waits for it.
 */
export function MessageQueue() {
  const strings = useStrings();
  const { queue, isWaitingForNetwork } = useAgent();
  return (
    <>
      <p role="status" className={isWaitingForNetwork ? "tw-docked tw:px-3 tw:py-2 tw:text-waiting" : "tw-unseen"}>
        {isWaitingForNetwork && strings.waitsForNetwork}
      </p>
      {queue.length > 0 && <Queue queue={queue} />}
    </>
  );
}

function Queue({ queue }: { queue: readonly QueuedMessage[] }) {
  const strings = useStrings();
  return (
    <ol className="tw-docked tw:ps-3 tw:pe-1 tw:py-1" aria-label={strings.queue}>
      {queue.map((message, index) => (
        <QueueRow key={message.id} message={message} position={index + 1} />
      ))}
    </ol>
  );
}

function QueueRow({ message, position }: { message: QueuedMessage; position: number }) {
  const strings = useStrings();
  const { status, holdQueued, editQueued, removeQueued, sendQueuedNow } = useAgent();
  const [isEditing, setIsEditing] = useState(false);
  useEffect(() => {
    if (!isEditing) return;
    holdQueued(message.id, true);
    return () => holdQueued(message.id, false);
  }, [isEditing, message.id, holdQueued]);
  return (
    <li className="tw-queue-row">
      <span className="tw:w-3 tw:flex-none tw:text-xs tw:text-waiting tw:tabular-nums">{position}</span>
      {isEditing ? (
        <QueueEditor
          text={message.text}
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
          {position === 1 && (
            <Button
              tone="bare"
              title={BUSY_STATUSES.has(status) ? strings.sendNowStops : undefined}
              onClick={() => void sendQueuedNow(message.id)}
            >
              {strings.sendNow}
            </Button>
          )}
          <IconButton icon="edit" label={strings.editQueued(message.text)} onClick={() => setIsEditing(true)} />
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

function QueueEditor({ text, onKeep, onLeave }: { text: string; onKeep: (text: string) => void; onLeave: () => void }) {
  const strings = useStrings();
  const [value, setValue] = useState(text);
  const keep = () => (value.trim() === "" ? onLeave() : onKeep(value));
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event)) return;
    if (event.key === "Escape") {
      event.preventDefault();
      onLeave();
    }
    if (event.key === "Enter" && !event.shiftKey) {
      event.preventDefault();
      keep();
    }
  };
  return (
    <>
      <textarea
        rows={1}
        className="tw:[field-sizing:content] tw:max-h-32 tw:min-h-control tw:min-w-0 tw:flex-1 tw:resize-none tw:rounded-m tw:border tw:border-line-strong tw:bg-raised tw:px-2 tw:py-[5px] tw:text-input-s"
        aria-label={strings.editQueued(text)}
        dir="auto"
        value={value}
        // biome-ignore lint/a11y/noAutofocus: the button that was pressed is gone, the focus belongs to what it opened
        autoFocus
        onChange={(event) => setValue(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <Button onClick={keep}>{strings.save}</Button>
      <Button tone="bare" onClick={onLeave}>
        {strings.cancel}
      </Button>
    </>
  );
}
