import type { ToolCallView } from "@/hooks";
import { useStrings } from "../../../ui/strings";
import { defineToolView, type PreviewProps } from "../../tool-view";
import { Field, Fields, valueAt } from "../../value";
import { degrees } from "../degrees";

/** What will be shared, before anything is; then what was shared. The picture keeps its size in both. */
function LocationPreview({ call, arg }: PreviewProps<{ high_accuracy: boolean }>) {
  const { location } = useStrings();
  const precise = arg(["high_accuracy"]);
  const position = positionOf(call);
  return (
    <div className="tw:grid tw:gap-3">
      <Graticule position={position} />
      <Fields>
        {position ? (
          <>
            <Field label={location.position}>
              <bdi className="tw:tabular-nums" dir="ltr">
                {degrees(position.latitude, "N", "S")} {degrees(position.longitude, "E", "W")}
              </bdi>
            </Field>
            <Field label={location.accuracy}>{location.within(position.accuracy)}</Field>
          </>
        ) : (
          <>
            <Field label={location.shares}>{location.sharedOnce}</Field>
            <Field label={location.accuracy} isAbsent={call.phase === "writing" && precise.state !== "complete"}>
              {(call.phase !== "writing" || precise.state === "complete") &&
                (precise.value === true ? location.exact : location.coarse)}
            </Field>
          </>
        )}
      </Fields>
    </div>
  );
}

/** Meridians and parallels, not a map: no map service is asked. The circle is drawn once the position is known. */
function Graticule({ position }: { position: Position | undefined }) {
  return (
    <svg
      className="tw:h-24 tw:w-full tw:rounded-m tw:bg-sunken"
      viewBox="0 0 760 96"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
    >
      <path fill="none" stroke="var(--tw-line)" d={GRID} />
      <circle
        cx="380"
        cy="48"
        r="32"
        fill="var(--tw-surface)"
        stroke="var(--tw-settled-edge)"
        strokeWidth="2"
        strokeDasharray={position ? undefined : "3 4"}
      />
      {position && <circle cx="380" cy="48" r="4" fill="var(--tw-ink-2)" />}
    </svg>
  );
}

const GRID = [
  ...[16, 48, 80].map((y) => `M0 ${y}h760`),
  ...Array.from({ length: 19 }, (_, index) => `M${20 + index * 40} 0v96`),
].join("");

type Position = { readonly latitude: number; readonly longitude: number; readonly accuracy: number };

function positionOf(call: ToolCallView): Position | undefined {
  if (call.phase !== "done") return undefined;
  const latitude = valueAt(call.result?.value, ["latitude"]);
  const longitude = valueAt(call.result?.value, ["longitude"]);
  const accuracy = valueAt(call.result?.value, ["accuracy_m"]);
  if (typeof latitude !== "number" || typeof longitude !== "number" || typeof accuracy !== "number") return undefined;
  return { latitude, longitude, accuracy };
}

export const getLocationView = defineToolView<{ high_accuracy: boolean }>("get_location", {
  icon: "pin",
  preview: LocationPreview,
  summary: (call, strings) => {
    const position = positionOf(call);
    if (!position) return "";
    return `${degrees(position.latitude, "N", "S")} ${degrees(position.longitude, "E", "W")}, ${strings.location.within(position.accuracy)}`;
  },
});
