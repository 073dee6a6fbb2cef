import { createContext, type ReactNode, useCallback, useContext, useRef, useState } from "react";

const AnnounceContext = createContext<(sentence: string) => void>(() => {});

/** Sentences that stay in the region: enough for calls that settle together, few enough to stay short. */
const MAX_SENTENCES = 4;
/** Spoken by then, and soon not true any more: who reads the page to its end would take it for what holds. */
const KEPT_MS = 10_000;

/** Says a sentence once to assistive technology, politely. For results and decisions; never for text that grows. */
export function useAnnounce(): (sentence: string) => void {
  return useContext(AnnounceContext);
}

/** Holds the one polite live region of a chat. */
export function Announcer({ children }: { children: ReactNode }) {
  const [said, setSaid] = useState<readonly { key: number; sentence: string }[]>([]);
  const lastKey = useRef(0);
  const announce = useCallback((sentence: string) => {
    lastKey.current += 1;
    const key = lastKey.current;
    setSaid((before) => [...before, { key, sentence }].slice(-MAX_SENTENCES));
    setTimeout(() => setSaid((before) => before.filter((each) => each.key !== key)), KEPT_MS);
  }, []);
  return (
    <AnnounceContext.Provider value={announce}>
      {children}
      <div className="tw-unseen" aria-live="polite">
        {said.map(({ key, sentence }) => (
          <p key={key}>{sentence}</p>
        ))}
      </div>
    </AnnounceContext.Provider>
  );
}
