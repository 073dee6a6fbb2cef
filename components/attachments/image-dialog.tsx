import { useEffect, useRef } from "react";
import { IconButton } from "../ui/button";
import { Icon } from "../ui/icon";
import { useStrings } from "../ui/strings";
import { visibleText, writtenOut } from "../ui/visible-text";

/** An image as large as the page allows. Esc, the ground and its button close it; the focus goes back where it was. */
export function ImageDialog({ title, address, onClose }: { title: string; address: string; onClose: () => void }) {
  const strings = useStrings().attachments;
  const shownTitle = writtenOut(title);
  const dialogRef = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const dialog = dialogRef.current;
    dialog?.showModal();
    return () => dialog?.close();
  }, []);
  const close = () => dialogRef.current?.close();
  return (
    <dialog
      ref={dialogRef}
      className="tw-image-dialog"
      aria-label={shownTitle}
      onClose={({ currentTarget }) => {
        if (!currentTarget.open) onClose(); // it may have been opened again since
      }}
      onKeyDown={(event) => event.stopPropagation()} // Esc is the dialog's, it stops no run
      onClick={(event) => {
        if (event.target === event.currentTarget) close();
      }}
    >
      <div className="tw-image-bar">
        <bdi className="tw-file-name">{visibleText(title)}</bdi>
        <a className="tw-image-download" href={address} download={title} aria-label={strings.download(shownTitle)}>
          <Icon name="save" />
        </a>
        <IconButton icon="close" label={strings.close} onClick={close} />
      </div>
      <img src={address} alt={shownTitle} />
    </dialog>
  );
}
