import { useRef } from "react";

/** How many messages have come since the person left the end. */
export function useNewCount(ids: readonly string[], isFollowing: boolean): number {
  const lastSeen = useRef<string | undefined>(undefined);
  if (isFollowing || lastSeen.current === undefined) lastSeen.current = ids.at(-1);
  const place = ids.lastIndexOf(lastSeen.current ?? "");
  return place < 0 ? 0 : ids.length - 1 - place;
}
