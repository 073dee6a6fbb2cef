import { type ReactNode, useState } from "react";
import type { MessageMedia } from "@/lib/store";
import { useStrings } from "../ui/strings";
import { visibleText, writtenOut } from "../ui/visible-text";
import { FileMark } from "./file-mark";
import { ImageDialog } from "./image-dialog";
import { type MediaAddress, useMediaAddress } from "./use-media-address";

/** The images, recordings, videos and files of a message. */
export function MessageMediaList({ media }: { media: readonly MessageMedia[] }) {
  const strings = useStrings().attachments;
  if (media.length === 0) return null;
  return (
    <ul className="tw-media" aria-label={strings.files}>
      {media.map((item, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the media of a message only grow at their end
        <li key={index} data-kind={item.kind}>
          <Medium item={item} />
        </li>
      ))}
    </ul>
  );
}

function Medium({ item }: { item: MessageMedia }) {
  const strings = useStrings().attachments;
  const address = useMediaAddress(item);
  const [isBroken, setIsBroken] = useState(false);
  if (address === undefined || isBroken) return <FileChip item={item} address={undefined} isGone={isBroken} />;
  const onError = () => setIsBroken(true);
  if (!address.isOwn) return <FileChip item={item} address={address} />;
  switch (item.kind) {
    case "image":
      return address.thumbnail === undefined ? (
        <FileChip item={item} address={address} />
      ) : (
        <Picture item={item} address={address} thumbnail={address.thumbnail} onError={onError} />
      );
    case "audio":
      return (
        <Played item={item} address={address}>
          {/* biome-ignore lint/a11y/useMediaCaption: nobody has written any for what a person attached */}
          <audio
            controls
            preload="metadata"
            src={address.url}
            aria-label={writtenOut(item.name ?? strings.audio)}
            onError={onError}
          />
        </Played>
      );
    case "video":
      return (
        <Played item={item} address={address}>
          {/* biome-ignore lint/a11y/useMediaCaption: as above */}
          <video
            controls
            preload="metadata"
            src={address.url}
            aria-label={writtenOut(item.name ?? strings.video)}
            onError={onError}
          />
        </Played>
      );
    default:
      return <FileChip item={item} address={address} />;
  }
}

function Picture({
  item: { name, width, height },
  address,
  thumbnail,
  onError,
}: {
  item: MessageMedia;
  address: MediaAddress;
  thumbnail: string;
  onError: () => void;
}) {
  const strings = useStrings().attachments;
  const [isOpen, setIsOpen] = useState(false);
  const title = name ?? strings.image;
  return (
    <>
      <button
        type="button"
        className="tw-picture"
        aria-label={strings.enlarge(writtenOut(title))}
        onClick={() => setIsOpen(true)}
      >
        <img
          src={thumbnail}
          alt={writtenOut(title)}
          width={width}
          height={height}
          loading="lazy"
          decoding="async"
          onError={onError}
        />
      </button>
      {isOpen && <ImageDialog title={title} address={address.url} onClose={() => setIsOpen(false)} />}
    </>
  );
}

function Played({ item, address, children }: { item: MessageMedia; address: MediaAddress; children: ReactNode }) {
  return (
    <div className="tw-played">
      {children}
      <FileChip item={item} address={address} />
    </div>
  );
}

function FileChip({
  item: { name, kind, size },
  address,
  isGone = false,
}: {
  item: MessageMedia;
  address: MediaAddress | undefined;
  isGone?: boolean;
}) {
  const strings = useStrings().attachments;
  const title = name ?? strings.file;
  const words = (
    <>
      <FileMark kind={kind} />
      <span className="tw-file-words">
        <bdi className="tw-file-name">{visibleText(title)}</bdi>
        <span className="tw-file-state">{isGone ? strings.gone : size === undefined ? "" : strings.bytes(size)}</span>
      </span>
    </>
  );
  if (address === undefined) return <span className="tw-file">{words}</span>;
  return (
    <a
      className="tw-file"
      href={address.url}
      download={address.isOwn ? title : undefined}
      target={address.isOwn ? undefined : "_blank"}
      rel="noopener noreferrer"
    >
      {address.isOwn && <span className="tw-unseen">{strings.downloadFile}</span>}
      {words}
    </a>
  );
}
