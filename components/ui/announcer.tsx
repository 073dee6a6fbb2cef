import { createContext, type ReactNode, useCallback, useContext, useState } from "react";

const AnnounceContext = createContext<(sentence: string) => void>(() => {});

/** Sentences that stay in the region: enough for calls that settle together, few enough to stay short. */
const MAX_SENTENCES = 4;

/** Says a sentence once to assistive technology, politely. For results and decisions; never for text that grows. */
export function useAnnounce(): (sentence: string) => void {
  return useContext(AnnounceContext);
}

/** Holds the one polite live region of a chat. */
export function Announcer({ children }: { children: ReactNode }) {
  const [said, setSaid] = useState<readonly { key: number; sentence: string }[]>([]);
  const announce = useCallback((sentence: string) => {
    setSaid((before) => [...before, { key: (before.at(-1)?.key ?? 0) + 1, sentence }].slice(-MAX_SENTENCES));
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
