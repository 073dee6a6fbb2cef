import { safeUrl } from "../../ui/safe-url";
import { useStrings } from "../../ui/strings";
import { defineToolView, type PreviewProps } from "../tool-view";
import { ArgumentField, Field, Fields, textOf } from "../value";
import { degrees } from "./degrees";

const WIDTH = 720;
const HEIGHT = 200;
const EVERY_DEGREES = 30;

type PlaceArgs = { name: string; latitude: number; longitude: number; note?: string };

/** A point on the lines of the globe. No map service is asked; a link leads to one for whoever wants it. */
function PlacePreview({ call, arg }: PreviewProps<PlaceArgs>) {
  const { place: words } = useStrings();
  const latitude = arg(["latitude"]);
  const longitude = arg(["longitude"]);
  const isKnown = latitude.state === "complete" && longitude.state === "complete";
  const point = isKnown ? pointAt(latitude.value, longitude.value) : undefined;
  return (
    <div className="tw:grid tw:gap-3">
      <Globe point={point} />
      <Fields>
        <ArgumentField label={words.name} argument={arg(["name"])} />
        <Field label={words.position} isAbsent={latitude.state === "absent"}>
          {point && (
            <bdi className="tw:tabular-nums" dir="ltr">
              {degrees(point.latitude, "N", "S")} {degrees(point.longitude, "E", "W")}
            </bdi>
          )}
        </Field>
        {arg(["note"]).state !== "absent" && <ArgumentField label={words.note} argument={arg(["note"])} />}
      </Fields>
      <p className="tw:flex tw:min-h-6 tw:items-center tw:text-xs">
        {point && call.phase !== "writing" && (
          <a
            className="tw:text-live tw:underline tw:underline-offset-[3px]"
            href={mapOf(point)}
            target="_blank"
            rel="noreferrer noopener nofollow"
          >
            {words.openMap}
          </a>
        )}
      </p>
    </div>
  );
}

type Point = { readonly latitude: number; readonly longitude: number };

function mapOf({ latitude, longitude }: Point): string | undefined {
  return safeUrl(`https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=14/${latitude}/${longitude}`);
}

function pointAt(latitude: unknown, longitude: unknown): Point | undefined {
  if (typeof latitude !== "number" || typeof longitude !== "number") return undefined;
  if (Math.abs(latitude) > 90 || Math.abs(longitude) > 180) return undefined;
  return { latitude, longitude };
}

/** Meridians and parallels, flat; equator and first meridian are stronger. */
function Globe({ point }: { point: Point | undefined }) {
  const x = (longitude: number) => ((longitude + 180) / 360) * WIDTH;
  const y = (latitude: number) => ((90 - latitude) / 180) * HEIGHT;
  const lines = [
    ...steps(-180, 180).map((longitude) => `M${x(longitude)} 0v${HEIGHT}`),
    ...steps(-90, 90).map((latitude) => `M0 ${y(latitude)}h${WIDTH}`),
  ];
  return (
    <svg
      className="tw:w-full tw:rounded-m tw:bg-sunken"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      aria-hidden="true"
      data-point={point ? "" : undefined}
    >
      <path fill="none" stroke="var(--tw-line)" d={lines.join("")} />
      <path fill="none" stroke="var(--tw-settled-edge)" d={`M0 ${y(0)}h${WIDTH}M${x(0)} 0v${HEIGHT}`} />
      {point && (
        <>
          <path
            fill="none"
            stroke="var(--tw-settled-edge)"
            strokeDasharray="3 4"
            d={`M0 ${y(point.latitude)}h${WIDTH}M${x(point.longitude)} 0v${HEIGHT}`}
          />
          <circle cx={x(point.longitude)} cy={y(point.latitude)} r="12" fill="var(--tw-surface)" opacity=".7" />
          <circle cx={x(point.longitude)} cy={y(point.latitude)} r="5" fill="var(--tw-ink)" />
        </>
      )}
    </svg>
  );
}

function steps(from: number, to: number): number[] {
  const count = (to - from) / EVERY_DEGREES - 1;
  return Array.from({ length: count }, (_, index) => from + (index + 1) * EVERY_DEGREES);
}

export const showPlaceView = defineToolView<PlaceArgs>("show_place", {
  icon: "pin",
  preview: PlacePreview,
  summary: (call) => textOf((call.args as Partial<PlaceArgs> | undefined)?.name) ?? "",
});
