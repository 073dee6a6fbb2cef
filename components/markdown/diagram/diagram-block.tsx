import { type CSSProperties, memo, type ReactNode, useMemo, useRef, useState } from "react";
import { ImageDialog } from "../../attachments";
import { IconButton } from "../../ui/button";
import { CopyButton } from "../../ui/export/copy-button";
import { downloadText, fileNameOf } from "../../ui/export/download-text";
import { useStrings } from "../../ui/strings";
import { CodeText } from "../code/code-text";
import type { Outcome } from "./drawing-room";
import type { RawDrawing } from "./read-reply";
import { roomFor } from "./room-for";
import { useDrawing } from "./use-drawing";

const PADDING_PX = 12;
/** A diagram that would have to be smaller than this scrolls instead. */
const MIN_SCALE = 0.6;

type Props = {
  language: string;
  pieces: readonly string[];
  /** The source is whole: it can be drawn. */
  isClosed: boolean;
  isGrowing: boolean;
};

/**
 * A fence with a diagram: its source, and the diagram in the same place once the source is whole, in sight and drawn. The
 * diagram is shown as an image, in which nothing can run, be pressed, or load.
 */
export const DiagramBlock = memo(function DiagramBlock({ language, pieces, isClosed, isGrowing }: Props) {
  const { diagram: words, code } = useStrings();
  const ref = useRef<HTMLDivElement>(null);
  const [wantsCode, setWantsCode] = useState(false);
  const [isLarge, setIsLarge] = useState(false);
  const source = pieces.join("");
  const room = roomFor(source);
  const outcome = useDrawing(ref, isClosed ? source : undefined);
  const drawing = outcome?.kind === "drawn" ? outcome.drawing : undefined;
  const address = useMemo(() => (drawing === undefined ? undefined : addressOf(drawing.svg)), [drawing]);
  const name = drawing?.title || words.name;
  const note = noteOf(outcome, words);
  return (
    <div className="tw-code" ref={ref}>
      <div className="tw-code-head">
        <span>{language}</span>
        <span className="tw:flex">
          {drawing !== undefined && (
            <>
              <IconButton
                icon={wantsCode ? "image" : "code"}
                label={wantsCode ? words.showDiagram : words.showCode}
                onClick={() => setWantsCode(!wantsCode)}
              />
              <IconButton icon="enlarge" label={words.enlarge} onClick={() => setIsLarge(true)} />
              <IconButton
                icon="download"
                label={words.download}
                onClick={() => downloadText(fileNameOf(name, "svg"), drawing.svg, "image/svg+xml")}
              />
            </>
          )}
          <CopyButton label={code.copy} text={() => source} />
        </span>
      </div>
      <div className="tw-diagram" data-failed={note === undefined ? undefined : ""} style={roomStyle(room)}>
        {drawing !== undefined && address !== undefined && !wantsCode ? (
          <Picture drawing={drawing} address={address} name={name} room={room} />
        ) : (
          <>
            <CodeText language={language} pieces={pieces} isFollowed={isGrowing && !isClosed} />
            {note !== undefined && <p className="tw-diagram-note">{note}</p>}
          </>
        )}
      </div>
      {isLarge && address !== undefined && (
        <ImageDialog title={fileNameOf(name, "svg")} address={address} onClose={() => setIsLarge(false)} />
      )}
    </div>
  );
});

type PictureProps = { drawing: RawDrawing; address: string; name: string; room: number };

/** As large as it can be seen whole, never larger than it is, and never so small that it cannot be read. */
function Picture({ drawing, address, name, room }: PictureProps): ReactNode {
  const { width, height, description } = drawing;
  const scale = Math.min(1, Math.max(MIN_SCALE, (room - 2 * PADDING_PX) / height));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a block that scrolls must be reachable by keyboard
    <div className="tw-diagram-sight" style={{ padding: PADDING_PX }} tabIndex={0}>
      <img
        src={address}
        alt={description === "" ? name : `${name}. ${description}`}
        width={width}
        height={height}
        style={{ inlineSize: width * scale, minInlineSize: width * Math.min(scale, MIN_SCALE) }}
      />
    </div>
  );
}

/** Kept from the first line of the source on, so that nothing moves when the diagram is drawn. */
function roomStyle(room: number): CSSProperties {
  return { "--tw-diagram-room": `${room}px` } as CSSProperties; // React's type has no custom properties
}

/** Its own address, of no origin: opened by itself it could reach nothing of this page either. */
function addressOf(svg: string): string {
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

type Words = ReturnType<typeof useStrings>["diagram"];

function noteOf(outcome: Outcome | undefined, words: Words): string | undefined {
  switch (outcome?.kind) {
    case undefined:
    case "drawn":
      return undefined;
    case "wrong":
      return words.wrong(outcome.reason);
    case "slow":
    case "long":
    case "unavailable":
      return words[outcome.kind];
    default:
      return outcome satisfies never;
  }
}
