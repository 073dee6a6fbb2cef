import { useEffect, useReducer, useRef } from "react";
import { useMessageSearch } from "@/hooks";
import type { MessageHit, MessageHits } from "@/lib/store";

/** Typing this long without a key asks the server. */
const PAUSE_MS = 200;

type Found = {
  readonly wanted: string;
  /** The newest first. */
  readonly hits: readonly MessageHit[];
  readonly total: number;
  readonly next: string | undefined;
  /** Which of the hits is shown. */
  readonly at: number;
  readonly state: "idle" | "asking" | "failed";
};

const NOTHING: Found = { wanted: "", hits: [], total: 0, next: undefined, at: 0, state: "idle" };

/** A text in the thread: how often it is there, and which place is shown. `onHit` is told the message of each place. */
export function useFind(
  wanted: string,
  onHit: (messageId: string) => void,
): Found & { readonly go: (step: 1 | -1) => void } {
  const { search, bring } = useMessageSearch();
  const [found, change] = useReducer((before: Found, news: Partial<Found>): Found => ({ ...before, ...news }), NOTHING);
  const asked = useRef(0);

  const show = async (hits: readonly MessageHit[], at: number) => {
    const hit = hits[at];
    if (hit === undefined) return;
    asked.current += 1;
    const mine = asked.current;
    const messageId = await bring(hit.position);
    if (mine === asked.current && messageId !== undefined) onHit(messageId);
  };
  const taking = async (asking: Promise<MessageHits>, before: readonly MessageHit[], at: number) => {
    asked.current += 1;
    const mine = asked.current;
    change({ state: "asking" });
    try {
      const { hits, total, next } = await asking;
      if (mine !== asked.current) return;
      const all = [...before, ...hits];
      change({ hits: all, next, at, state: "idle", ...(before.length === 0 ? { total } : {}) });
      await show(all, at);
    } catch {
      if (mine === asked.current) change({ state: "failed" });
    }
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: only another text is another search
  useEffect(() => {
    const text = wanted.trim();
    change({ ...NOTHING, wanted: text });
    if (text === "") {
      asked.current += 1;
      return;
    }
    const timer = setTimeout(() => void taking(search(text), [], 0), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [wanted]);

  return {
    ...found,
    go: (step) => {
      const { hits, at, next, total } = found;
      if (total === 0) return;
      const to = at + step;
      if (to >= hits.length && next !== undefined) return void taking(search(found.wanted, next), hits, to);
      // Round to the oldest goes only what knows it: of a thread with very many hits it is pages away.
      const place = to < 0 && next !== undefined ? at : (to + hits.length) % hits.length;
      change({ at: place });
      show(hits, place).catch(() => change({ state: "failed" }));
    },
  };
}
