import { type ReactNode, useState } from "react";
import type { PathState } from "@/lib/partial-json";
import { visibleText } from "../../ui/visible-text";

/** How much of the newest text carries the wash: the last words within so many characters. */
const EDGE_CHARACTERS = 18;

/**
 * Text in the place where it will stay. While it grows its newest words carry the live edge; when it is complete the
 * edge leaves and the words stand unmoved. Text that was never seen growing is plain from the start.
 * Characters that nobody would see are marked.
 */
export function GrowingText({
  text,
  state,
  draw = (from, to) => visibleText(text, from, to, state === "growing"),
}: {
  text: string;
  state: PathState;
  /** Draws the characters between two places, where they are more than their text; it marks hidden ones itself. */
  draw?: (from: number, to: number) => ReactNode;
}) {
  const [wasGrowing, setWasGrowing] = useState(state === "growing");
  if (state === "growing" && !wasGrowing) setWasGrowing(true);
  if (!wasGrowing) return draw(0, text.length);
  const start = edgeStart(text);
  return (
    <>
      {draw(0, start)}
      {/* An edge elsewhere is another one: nothing moved there from the place of the one before. */}
      <span key={start} className="tw-edge" data-edge={state === "growing" ? "growing" : "settled"} dir="auto">
        {draw(start, text.length)}
      </span>
    </>
  );
}

/** Where the newest words begin: after a space, and never between the halves of a surrogate pair. */
export function edgeStart(text: string): number {
  const earliest = Math.max(0, text.length - EDGE_CHARACTERS);
  if (earliest === 0) return 0;
  const space = text.slice(earliest, -1).search(/\s/);
  if (space !== -1) return earliest + space + 1;
  const unit = text.charCodeAt(earliest);
  return unit >= 0xdc00 && unit <= 0xdfff ? earliest + 1 : earliest;
}
