import { showNotification } from "../contract";
import { requireSecureOrigin, unavailable } from "./unavailable";

/** A notification of the system. Asks for the browser's permission the first time. */
export const showNotificationTool = showNotification.implement(async ({ title, body }) => {
  requireSecureOrigin("The browser shows notifications");
  const Notification = globalThis.Notification;
  if (Notification === undefined) throw unavailable("This browser has no notifications.");
  const permission =
    Notification.permission === "default" ? await Notification.requestPermission() : Notification.permission;
  if (permission !== "granted") throw unavailable("Notifications are not permitted for this page.");
  await shown(title, body);
  return { is_shown: true as const };
});

function shown(title: string, body: string): Promise<void> {
  return new Promise((resolve, reject) => {
    try {
      const notification = new Notification(title, { body });
      notification.onshow = () => resolve();
      notification.onerror = () => reject(unavailable("The system did not show the notification."));
    } catch (cause) {
      // Browsers on phones show them only from a service worker.
      reject(unavailable("This browser shows notifications only for installed pages.", cause));
    }
  });
}
