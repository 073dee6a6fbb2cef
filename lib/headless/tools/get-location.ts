import type { ToolweaveError } from "@/lib/errors";
import { getLocation } from "../contract";
import { requireSecureOrigin, unavailable } from "./unavailable";

/** The device's place by the browser's geolocation. Refuses where the page is not on a secure origin or the person's browser says no. */
export const getLocationTool = getLocation.implement(async ({ high_accuracy }, { signal }) => {
  requireSecureOrigin("The browser gives the location");
  const geolocation = globalThis.navigator?.geolocation;
  if (geolocation === undefined) throw unavailable("This browser has no geolocation.");
  const { coords } = await new Promise<GeolocationPosition>((resolve, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason));
    geolocation.getCurrentPosition(resolve, (error) => reject(refusal(error)), { enableHighAccuracy: high_accuracy });
  });
  return { latitude: coords.latitude, longitude: coords.longitude, accuracy_m: coords.accuracy };
});

const PERMISSION_DENIED = 1;

function refusal(error: GeolocationPositionError): ToolweaveError {
  if (error.code === PERMISSION_DENIED) {
    return unavailable("The browser was not allowed to read the location: permission for this page is denied.", error);
  }
  return unavailable("The device could not find out where it is.", error);
}
