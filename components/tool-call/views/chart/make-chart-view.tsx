import { useStrings } from "../../../ui/strings";
import { defineToolView, type PreviewProps, type ReadArgument } from "../../tool-view";
import { GrowingText, textOf } from "../../value";
import { ChartDrawing, type ChartPoint } from "./chart-drawing";

/** Points beyond these are not drawn; a reader sees no more than that in a card. */
const MAX_POINTS = 400;
/** While points are written there are so many places for them, and then twice as many: bars that stand move no more. */
const PLACES = 12;

type ChartArgs = {
  title: string;
  kind: "bar" | "line";
  unit?: string;
  y_max?: number;
  points: { label: string; value: number }[];
};

/** A chart that draws itself as its points are written. */
function ChartPreview({ call, arg }: PreviewProps<ChartArgs>) {
  const { chart: words } = useStrings();
  const title = arg(["title"]);
  const points = pointsOf(arg);
  const isWriting = call.phase === "writing";
  const settled = points.filter(({ isGrowing }) => !isGrowing).map(({ value }) => value);
  const summary = settled.length === 0 ? "" : words.summary(settled.length, Math.min(...settled), Math.max(...settled));
  const max = arg(["y_max"]);
  return (
    <figure className="tw:grid tw:gap-2">
      <figcaption className="tw:min-h-5 tw:text-s tw:font-medium" dir="auto">
        <GrowingText text={textOf(title.value) ?? ""} state={title.state} />
      </figcaption>
      <ChartDrawing
        points={points}
        kind={arg(["kind"]).value === "line" ? "line" : "bar"}
        label={`${textOf(title.value) ?? ""}: ${summary}`}
        max={max.state === "complete" && typeof max.value === "number" ? max.value : undefined}
        kept={isWriting ? placesFor(points.length) - points.length : 0}
      />
      <p className="tw:min-h-4 tw:text-xs tw:text-ink-3">{isWriting ? words.soFar(settled.length) : summary}</p>
    </figure>
  );
}

function placesFor(count: number): number {
  let places = PLACES;
  while (places < count) places *= 2;
  return places;
}

function pointsOf(arg: ReadArgument<ChartArgs>): ChartPoint[] {
  const { value } = arg(["points"]);
  if (!Array.isArray(value)) return [];
  return value.slice(0, MAX_POINTS).flatMap((_, index): ChartPoint[] => {
    const label = arg(["points", index, "label"]);
    const number = arg(["points", index, "value"]);
    if (label.state === "absent") return [];
    const isNumber = typeof number.value === "number" && Number.isFinite(number.value);
    return [
      {
        label: textOf(label.value) ?? "",
        value: isNumber ? (number.value ?? 0) : 0,
        isGrowing: number.state !== "complete" || !isNumber,
      },
    ];
  });
}

export const makeChartView = defineToolView<ChartArgs>("make_chart", {
  icon: "chart",
  isWide: true,
  preview: ChartPreview,
  summary: (call) => {
    const args = call.args as Partial<ChartArgs> | undefined;
    return textOf(args?.title) ?? "";
  },
});
