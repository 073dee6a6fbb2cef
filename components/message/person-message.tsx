import { type ReactNode, useRef } from "react";
import { flushSync } from "react-dom";
import { useAgent } from "@/hooks";
import type { ChatMessage } from "@/lib/store";
import { MessageMediaList } from "../attachments";
import { IconButton } from "../ui/button";
import { CopyButton } from "../ui/export/copy-button";
import { useStrings } from "../ui/strings";
import { TextEditor } from "../ui/text-editor";
import { useEditing } from "./editing";
import { MessageVersions } from "./message-versions";

/** What the person wrote, as they wrote it: no Markdown, every line break kept. It can be written anew. */
export function PersonMessage({ message, isBusy }: { message: ChatMessage; isBusy: boolean }) {
  const strings = useStrings();
  const { edit } = useAgent();
  const editing = useEditing();
  const isEditing = editing.messageId === message.id;
  const stepRef = useRef<HTMLDivElement>(null);
  const editRef = useRef<HTMLButtonElement>(null);
  const keep = (text: string) => {
    // This message goes: whoever wrote it anew from the composer is back there, others stay with the messages.
    (editing.from ?? stepRef.current?.closest<HTMLElement>("section"))?.focus({ preventScroll: true });
    editing.end();
    void edit(message.id, text);
  };
  const leave = () => {
    const { from } = editing;
    flushSync(editing.end);
    (from ?? editRef.current)?.focus({ preventScroll: true }); // the field that had it is gone
  };
  return (
    <div
      ref={stepRef}
      className="tw-step tw:grid tw:grid-cols-[minmax(0,1fr)] tw:gap-2"
      data-knot="person"
      data-message={message.id}
    >
      <h2 className="tw-unseen">{strings.you}</h2>
      {isEditing ? (
        <div className="tw:flex tw:flex-wrap tw:items-end tw:gap-1 tw:rounded-l tw:bg-person tw:p-2">
          <TextEditor
            text={message.text}
            label={strings.editMessage}
            keepLabel={strings.send}
            onKeep={keep}
            onLeave={leave}
          />
        </div>
      ) : (
        <>
          <MessageMediaList media={message.media} />
          {message.text !== "" && <Text>{message.text}</Text>}
          <div className="tw-message-actions">
            <MessageVersions message={message} isDisabled={isBusy} />
            {message.text !== "" && <CopyButton label={strings.copyMessage} text={() => message.text} />}
            <IconButton
              ref={editRef}
              icon="edit"
              label={strings.editMessage}
              disabled={isBusy}
              onClick={() => editing.begin(message.id)}
            />
          </div>
        </>
      )}
    </div>
  );
}

function Text({ children }: { children: ReactNode }) {
  return (
    <p
      className="tw:rounded-l tw:bg-person tw:px-3 tw:py-2 tw:outline tw:outline-transparent tw:whitespace-pre-wrap tw:[overflow-wrap:anywhere]"
      dir="auto"
    >
      {children}
    </p>
  );
}
