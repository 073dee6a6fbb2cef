import { createContext, type ReactNode, useCallback, useContext, useMemo, useState } from "react";

/** Which document stands beside the conversation. */
export type OpenArtifact = {
  /** The call whose document is shown; undefined while the panel is closed. */
  readonly callKey: string | undefined;
  /** Shows the document that a call wrote, or writes. */
  open(callKey: string): void;
  close(): void;
};

const CLOSED: OpenArtifact = { callKey: undefined, open: () => {}, close: () => {} };

const ArtifactContext = createContext<OpenArtifact>(CLOSED);

/** Remembers which document is open, for the cards that open it and the panel that shows it. */
export function ArtifactProvider({ children }: { children: ReactNode }) {
  const [callKey, setCallKey] = useState<string>();
  const close = useCallback(() => setCallKey(undefined), []);
  const value = useMemo(() => ({ callKey, open: setCallKey, close }), [callKey, close]);
  return <ArtifactContext.Provider value={value}>{children}</ArtifactContext.Provider>;
}

export function useArtifact(): OpenArtifact {
  return useContext(ArtifactContext);
}
