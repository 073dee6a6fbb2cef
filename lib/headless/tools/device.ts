import { getDeviceInfo, setTheme } from "../contract";
import { unavailable } from "./unavailable";

/** What the browser says of itself without being asked for permission. */
export const getDeviceInfoTool = getDeviceInfo.implement(() => {
  const { navigator, screen, innerWidth, innerHeight, devicePixelRatio } = requireWindow();
  return {
    time_zone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
    local_time: localTime(new Date()),
    languages: [...navigator.languages],
    screen: { width_px: screen.width, height_px: screen.height },
    window: { width_px: innerWidth, height_px: innerHeight },
    pixel_ratio: devicePixelRatio,
    prefers_dark: matchMedia("(prefers-color-scheme: dark)").matches,
    has_touch: navigator.maxTouchPoints > 0,
  };
});

/** Sets `data-theme` on the page's root, which our colours follow; `system` takes it away. Not kept over a reload. */
export const setThemeTool = setTheme.implement(({ theme }) => {
  const { dataset } = requireWindow().document.documentElement;
  const was = dataset.theme === "light" || dataset.theme === "dark" ? dataset.theme : "system";
  if (theme === "system") delete dataset.theme;
  else dataset.theme = theme;
  return { theme, was };
});

function requireWindow(): Window {
  if (typeof window === "undefined") throw unavailable("There is no page here.");
  return window;
}

/** ISO 8601 with the offset of this device, without milliseconds. */
function localTime(now: Date): string {
  const offset = -now.getTimezoneOffset();
  const local = new Date(now.getTime() + offset * 60_000).toISOString().slice(0, 19);
  const [hours, minutes] = [Math.floor(Math.abs(offset) / 60), Math.abs(offset) % 60];
  return `${local}${offset < 0 ? "-" : "+"}${String(hours).padStart(2, "0")}:${String(minutes).padStart(2, "0")}`;
}
