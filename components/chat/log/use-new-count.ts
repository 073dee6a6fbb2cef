import { useRef } from "react";

/** The message that was the last when the person left the end, and how many have come since. */
export function useNewCount(
  ids: readonly string[],
  isFollowing: boolean,
): { readonly lastSeen: string | undefined; readonly count: number } {
  const lastSeen = useRef<string | undefined>(undefined);
  if (isFollowing || lastSeen.current === undefined) lastSeen.current = ids.at(-1);
  const place = ids.lastIndexOf(lastSeen.current ?? "");
  return { lastSeen: lastSeen.current, count: place < 0 ? 0 : ids.length - 1 - place };
}
