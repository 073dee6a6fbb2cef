import { useAgent } from "@/hooks";
import { type LocalChart, localChart } from "@/lib/headless";
import { useStrings } from "../../../ui/strings";
import { visibleText } from "../../../ui/visible-text";
import { defineToolView, type PreviewProps } from "../../tool-view";
import { ArgumentField, Fields, textOf, valueAt } from "../../value";
import { ChartDrawing } from "../chart/chart-drawing";

type LocalChartArgs = { x: string; y: string; title: string };

/** The chart itself, from rows that are only in this page; after a reload the numbers that the agent was told. */
function LocalChartPreview({ call, arg }: PreviewProps<LocalChartArgs>) {
  const { chart: words } = useStrings();
  const { threadId = "" } = useAgent();
  const chart = call.phase === "done" ? localChart(threadId, call.id) : undefined;
  return (
    <div className="tw:grid tw:gap-3">
      {chart && <Drawing chart={chart} />}
      {call.phase === "done" && !chart && <p className="tw:text-s tw:text-ink-3">{words.isGone}</p>}
      {!chart && (
        <Fields>
          <ArgumentField label={words.x} argument={arg(["x"])} />
          <ArgumentField label={words.y} argument={arg(["y"])} />
        </Fields>
      )}
      {call.phase === "done" && <p className="tw:text-xs tw:text-ink-3">{words.stays}</p>}
    </div>
  );
}

function Drawing({ chart: { points, kind, title, x, y } }: { chart: LocalChart }) {
  const { chart: words } = useStrings();
  const values = points.map(({ value }) => value);
  return (
    <figure className="tw:grid tw:gap-2">
      <figcaption className="tw:text-s tw:font-medium" dir="auto">
        {visibleText(title || words.of(y, x))}
      </figcaption>
      <ChartDrawing
        points={points}
        kind={kind}
        label={words.summary(points.length, Math.min(...values), Math.max(...values))}
      />
    </figure>
  );
}

export const drawChartView = defineToolView<LocalChartArgs>("draw_chart", {
  icon: "chart",
  isWide: true,
  preview: LocalChartPreview,
  summary: (call, strings) => {
    const [points, least, greatest] = ["points", "least", "greatest"].map((name) =>
      valueAt(call.result?.value, [name]),
    );
    if (typeof points !== "number" || typeof least !== "number" || typeof greatest !== "number") {
      return textOf(valueAt(call.args, ["title"])) ?? "";
    }
    return strings.chart.summary(points, least, greatest);
  },
});
