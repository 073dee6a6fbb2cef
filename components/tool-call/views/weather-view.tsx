import type { ToolCallView } from "@/hooks";
import type { JsonValue } from "@/lib/partial-json";
import { Icon, type IconName } from "../../ui/icon";
import { useStrings } from "../../ui/strings";
import { defineToolView, type PreviewProps } from "../tool-view";
import { GrowingText, textOf, valueAt } from "../value";

const DAYS_KEPT = [0, 1, 2, 3, 4] as const;

/** The place as it is written, then a forecast in the room that was kept for it. Days are kept, not guessed. */
function WeatherPreview({ call, arg }: PreviewProps<{ city: string }>) {
  const strings = useStrings();
  const city = arg(["city"]);
  const days = daysOf(call);
  const [today] = days;
  const source = textOf(valueAt(call.result?.value, ["source"]));
  return (
    <div className="tw:grid tw:gap-3 tw:tabular-nums">
      <div className="tw:flex tw:min-h-10 tw:items-center tw:gap-3 tw:text-s">
        <span className={today ? "" : "tw:text-ink-3"}>
          <Icon name={skyIcon(today?.sky)} size="l" />
        </span>
        <span className={`tw:min-w-14 tw:text-xl tw:tracking-tight ${today ? "" : "tw:text-ink-3"}`}>
          {today ? strings.weather.degrees(today.high) : "…"}
        </span>
        <p className="tw:min-w-0 tw:flex-1" dir="auto">
          <span className="tw:block tw:min-h-5">
            <GrowingText text={textOf(city.value) ?? ""} state={city.state} />
          </span>
          <span className="tw:block tw:min-h-5 tw:text-ink-3">{today?.sky}</span>
        </p>
      </div>
      <ol className="tw:grid tw:grid-cols-5 tw:gap-1 tw:text-center tw:text-xs">
        {DAYS_KEPT.map((index) => (
          <Day key={index} day={days[index]} />
        ))}
      </ol>
      {/* Its room is kept: a card below this one stays where it is. */}
      <p className="tw:min-h-4 tw:@max-wide/toolweave:min-h-8 tw:text-xs tw:text-ink-3">{source}</p>
    </div>
  );
}

function Day({ day }: { day: DayForecast | undefined }) {
  const strings = useStrings();
  if (!day) return <li className="tw:min-h-[76px] tw:rounded-m tw:border tw:border-dashed tw:border-line" />;
  return (
    <li className="tw:grid tw:min-h-[76px] tw:content-center tw:justify-items-center tw:gap-1 tw:rounded-m tw:bg-settled-wash tw:py-1.5 tw:text-ink-2">
      <Icon name={skyIcon(day.sky)} />
      <span className="tw:max-w-full tw:truncate tw:px-0.5">{day.name}</span>
      <span>{strings.weather.degrees(day.high)}</span>
      <span className="tw-unseen">{day.sky}</span>
    </li>
  );
}

type DayForecast = { readonly name: string; readonly sky: string; readonly high: number };

function daysOf(call: ToolCallView): DayForecast[] {
  const days = call.phase === "done" ? valueAt(call.result?.value, ["days"]) : undefined;
  if (!Array.isArray(days)) return [];
  return days.slice(0, DAYS_KEPT.length).flatMap((day: JsonValue) => {
    const high = valueAt(day, ["high_c"]);
    if (typeof high !== "number") return [];
    return [{ name: textOf(valueAt(day, ["day"])) ?? "", sky: textOf(valueAt(day, ["sky"])) ?? "", high }];
  });
}

function skyIcon(sky: string | undefined): IconName {
  if (sky === undefined || /sun|clear/i.test(sky)) return "sun";
  return /rain|shower|storm|drizzle/i.test(sky) ? "rain" : "cloud";
}

export const getWeatherView = defineToolView<{ city: string }>("get_weather", {
  icon: "sun",
  preview: WeatherPreview,
  summary: (call, strings) => {
    const city = textOf(valueAt(call.args, ["city"])) ?? "";
    const [today] = daysOf(call);
    return today ? `${city}, ${strings.weather.degrees(today.high)}, ${today.sky}` : city;
  },
});
