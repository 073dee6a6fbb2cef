import { readList } from "../../../read-list";
import { isLoopbackName } from "./loopback";

/** Whether a page of another origin may use the api. */
export type AllowedOrigins = (origin: string) => boolean;

/**
 * Reads which origins may: those that are named, and, when none is, this machine's own on any port, where a request has to
 * bring a key or token (`isAsked`). Where it has not, any page of this machine could do anything.
 * Throws a TypeError for what is no origin.
 */
export function readAllowedOrigins(
  configured: readonly string[] | undefined,
  fromEnvironment?: string,
  isAsked = true,
): AllowedOrigins {
  const origins = new Set(readOrigins(configured, fromEnvironment, "TOOLWEAVE_ALLOWED_ORIGINS"));
  return origins.size === 0 && isAsked ? isLoopback : (origin) => origins.has(origin);
}

/** Reads which pages may show the chat in a frame besides its own. Throws a TypeError for what is no origin. */
export function readFrameAncestors(configured: readonly string[] | undefined, fromEnvironment?: string): string[] {
  return readOrigins(configured, fromEnvironment, "TOOLWEAVE_FRAME_ANCESTORS");
}

/** What is configured, else what the variable says. Throws a TypeError that names the variable for what is no origin. */
export function readOrigins(
  configured: readonly string[] | undefined,
  fromEnvironment: string | undefined,
  variable: string,
): string[] {
  const named = configured ?? readList(fromEnvironment);
  return named.map((origin) => readOrigin(origin.trim(), variable));
}

function readOrigin(text: string, variable: string): string {
  if (URL.canParse(text)) {
    const { origin, protocol } = new URL(text);
    if ((protocol === "http:" || protocol === "https:") && text.replace(/\/$/, "") === origin) return origin;
  }
  throw new TypeError(
    `"${text}" is no origin. ${variable} takes addresses like https://app.example, separated by commas.`,
  );
}

/** True for a page that this machine itself serves. */
function isLoopback(origin: string): boolean {
  if (!URL.canParse(origin)) return false;
  const { hostname, protocol } = new URL(origin);
  if (protocol !== "http:" && protocol !== "https:") return false;
  return isLoopbackName(hostname);
}
