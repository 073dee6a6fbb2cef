import { type IconName, iconShapes } from "./icon-shapes";

/** A symbol beside words that say the same; it is hidden from assistive technology. Size `s` is 14 px, `m` 16, `l` 20. */
export function Icon({
  name,
  size = "m",
  mirrors = false,
  turns = false,
}: {
  name: IconName;
  size?: "s" | "m" | "l";
  /** True for arrows, which point the other way where text runs from right to left. */
  mirrors?: boolean;
  /** True while something is at work. Stands still under reduced motion. */
  turns?: boolean;
}) {
  return (
    <svg
      className="tw-icon"
      viewBox="0 0 20 20"
      aria-hidden="true"
      data-size={size}
      data-mirrors={mirrors || undefined}
      data-turns={turns || undefined}
    >
      {iconShapes[name]}
    </svg>
  );
}

/** The symbol of that name, or `fallback` for a name that is not ours (names of icons also come from configuration). */
export function iconNamed(name: string | undefined, fallback: IconName): IconName {
  return name !== undefined && Object.hasOwn(iconShapes, name) ? (name as IconName) : fallback;
}
