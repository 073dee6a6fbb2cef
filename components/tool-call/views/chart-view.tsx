import { useAgent } from "@/hooks";
import { type LocalChart, localChart } from "@/lib/headless";
import { useStrings } from "../../ui/strings-context";
import { argumentAt, textOf, valueAt } from "../argument-at";
import { ArgumentField, Fields } from "../field";
import { type CallProps, defineToolView } from "../tool-view";

const WIDTH = 720;
const HEIGHT = 180;
const MAX_LABELS = 8;

/** The chart itself, from rows that are only in this page; after a reload the numbers that the agent was told. */
function ChartBody({ call }: CallProps) {
  const { chart: words } = useStrings();
  const { threadId = "" } = useAgent();
  const chart = call.phase === "done" ? localChart(threadId, call.id) : undefined;
  return (
    <div className="tw:grid tw:gap-3">
      {chart && <Drawing chart={chart} />}
      {call.phase === "done" && !chart && <p className="tw:text-s tw:text-ink-3">{words.isGone}</p>}
      {!chart && (
        <Fields>
          <ArgumentField label={words.x} argument={argumentAt(call, ["x"])} />
          <ArgumentField label={words.y} argument={argumentAt(call, ["y"])} />
        </Fields>
      )}
      {call.phase === "done" && <p className="tw:text-xs tw:text-ink-3">{words.stays}</p>}
    </div>
  );
}

function Drawing({ chart }: { chart: LocalChart }) {
  const { chart: words } = useStrings();
  const { points, kind, title, x, y } = chart;
  const values = points.map(({ value }) => value);
  const [least, greatest] = [Math.min(0, ...values), Math.max(0, ...values)];
  const height = (value: number) => ((value - least) / (greatest - least || 1)) * HEIGHT;
  const step = WIDTH / points.length;
  const every = Math.ceil(points.length / MAX_LABELS);
  const shown = points.filter((_, index) => index % every === 0);
  return (
    <figure className="tw:grid tw:gap-1">
      <figcaption className="tw:text-s tw:font-medium" dir="auto">
        {title || words.of(y, x)}
      </figcaption>
      <svg
        role="img"
        aria-label={words.summary(points.length, Math.min(...values), Math.max(...values))}
        className="tw:h-44 tw:w-full tw:rounded-m tw:bg-sunken"
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
      >
        {kind === "line" ? (
          <polyline
            fill="none"
            stroke="var(--tw-live-edge)"
            strokeWidth="2"
            vectorEffect="non-scaling-stroke"
            points={points.map(({ value }, at) => `${(at + 0.5) * step},${HEIGHT - height(value)}`).join(" ")}
          />
        ) : (
          points.map(({ value }, at) => (
            <rect
              // biome-ignore lint/suspicious/noArrayIndexKey: a drawn chart never changes
              key={at}
              x={at * step + step * 0.1}
              width={step * 0.8}
              y={HEIGHT - Math.max(height(value), height(0))}
              height={Math.abs(height(value) - height(0))}
              fill="var(--tw-live-edge)"
            />
          ))
        )}
      </svg>
      <div className="tw:flex tw:justify-between tw:gap-2 tw:text-xs tw:text-ink-3" aria-hidden="true">
        {shown.map(({ label }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a drawn chart never changes
          <span key={index} className="tw:min-w-0 tw:truncate">
            {label}
          </span>
        ))}
      </div>
    </figure>
  );
}

export const drawChartView = defineToolView({
  name: "draw_chart",
  icon: "chart",
  isWide: true,
  Preview: ChartBody,
  Result: ChartBody,
  summary: (call, strings) => {
    const [points, least, greatest] = ["points", "least", "greatest"].map((name) =>
      valueAt(call.result?.value, [name]),
    );
    if (typeof points !== "number" || typeof least !== "number" || typeof greatest !== "number") {
      return textOf(argumentAt(call, ["title"]).value) ?? "";
    }
    return strings.chart.summary(points, least, greatest);
  },
});
