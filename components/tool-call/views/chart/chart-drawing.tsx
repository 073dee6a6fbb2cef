import { type CSSProperties, useRef } from "react";
import { useStrings } from "../../../ui/strings";
import { useIsNarrow } from "../../../ui/use-is-narrow";
import { visibleText } from "../../../ui/visible-text";
import { chartScale } from "./chart-scale";
import { labelStep } from "./label-step";

/** A point as far as it is known; `isGrowing` while its number may still change. */
export type ChartPoint = { readonly label: string; readonly value: number; readonly isGrowing?: boolean };

/** Narrower than the first of these the chart stands in a phone's column; the other is what it has at least elsewhere. */
const NARROW_PX = 440;
const WIDTHS_PX = { narrow: 270, wide: NARROW_PX } as const;

/**
 * Bars or a line on a scale of round numbers. A point whose number is being written is drawn as a mark and moves no
 * scale; the scale is `max` where that is known, and else steps up to the next round number.
 */
export function ChartDrawing({
  points,
  kind,
  label,
  max,
  kept = 0,
}: {
  points: readonly ChartPoint[];
  kind: "bar" | "line";
  /** What the picture says, for those who do not see it. */
  label: string;
  max?: number | undefined;
  /** Places that are kept for points to come. */
  kept?: number;
}) {
  const { chart: words } = useStrings();
  const fieldRef = useRef<HTMLDivElement>(null);
  const isNarrow = useIsNarrow(fieldRef, NARROW_PX);
  const settled = points.filter(({ isGrowing }) => !isGrowing).map(({ value }) => value);
  const { least, greatest, marks } = chartScale(settled, max);
  const places = points.length + kept;
  const percent = (value: number) => (100 * (Math.min(greatest, Math.max(least, value)) - least)) / (greatest - least);
  const labels = points.map(({ label: text }) => text);
  const every = labelStep(labels, places, isNarrow ? WIDTHS_PX.narrow : WIDTHS_PX.wide);
  // The marks are placed, and so give their column no width of their own.
  const widest = Math.max(...marks.map((mark) => words.mark(mark).length));
  return (
    <div className="tw-chart" role="img" aria-label={label} dir="ltr">
      <div className="tw-chart-scale" style={{ inlineSize: `${widest}ch` }}>
        {marks.map((mark) => (
          <span key={mark} style={placedAt(0, percent(mark))}>
            {words.mark(mark)}
          </span>
        ))}
      </div>
      <div ref={fieldRef} className="tw-chart-field">
        {marks.map((mark) => (
          <i key={mark} className="tw-chart-line" style={placedAt(0, percent(mark))} />
        ))}
        {kind === "line" && <Line points={points} places={places} percent={percent} />}
        {Array.from({ length: places }, (_, index) => {
          const point = points[index];
          const value = point?.value ?? 0;
          const shape = point === undefined ? "absent" : point.isGrowing ? "growing" : kind;
          const from = percent(shape === "line" ? value : Math.min(0, value));
          const to = percent(Math.max(0, value));
          return (
            <i
              // biome-ignore lint/suspicious/noArrayIndexKey: points are only appended, their place is their identity
              key={index}
              className="tw-chart-point"
              data-point={shape}
              style={{
                ...placedAt((100 * index) / places, from),
                inlineSize: `${100 / places}%`,
                ...(shape === "line" ? {} : { blockSize: `${to - from}%` }),
              }}
            />
          );
        })}
      </div>
      <div className="tw-chart-labels">
        {points.map(({ label: text }, index) =>
          index % every === 0 ? (
            <span
              // biome-ignore lint/suspicious/noArrayIndexKey: points are only appended, their place is their identity
              key={index}
              data-spans={every > 1 || undefined}
              style={{ ...placedAt((100 * index) / places, 0), inlineSize: `${(100 * every) / places}%` }}
            >
              {visibleText(text)}
            </span>
          ) : null,
        )}
      </div>
    </div>
  );
}

/** Shares of the field, from its start and from its end; views.css moves there what stands elsewhere, and nothing jumps. */
function placedAt(across: number, up: number): CSSProperties {
  return { "--tw-across": across, "--tw-up": up } as CSSProperties;
}

function Line({
  points,
  places,
  percent,
}: {
  points: readonly ChartPoint[];
  places: number;
  percent: (value: number) => number;
}) {
  return (
    <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
      <polyline
        points={points
          .filter(({ isGrowing }) => !isGrowing)
          .map(({ value }, index) => `${(100 * (index + 0.5)) / places},${100 - percent(value)}`)
          .join(" ")}
      />
    </svg>
  );
}
