import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useRef, useState } from "react";

/** Which document stands beside the conversation. */
export type OpenArtifact = {
  /** The call whose document is shown; undefined while the panel is closed. */
  readonly callKey: string | undefined;
  /** Shows the document that a call wrote, or writes. */
  open(callKey: string): void;
  close(): void;
  /** Says that the document of this call came into the conversation. */
  remember(callKey: string): void;
  /** Closes what is open, or opens what came last; false where there is neither. */
  toggle(): boolean;
};

const NOTHING: OpenArtifact = {
  callKey: undefined,
  open: () => {},
  close: () => {},
  remember: () => {},
  toggle: () => false,
};

const ArtifactContext = createContext<OpenArtifact>(NOTHING);

/** Remembers which document is open, for the cards that open it and the panel that shows it. */
export function ArtifactProvider({ children }: { children: ReactNode }) {
  const [callKey, setCallKey] = useState<string>();
  const last = useRef<string>(undefined);
  const close = useCallback(() => setCallKey(undefined), []);
  const remember = useCallback((key: string) => {
    last.current = key;
  }, []);
  const value = useMemo(() => {
    const toggle = () => {
      if (callKey !== undefined) close();
      else if (last.current !== undefined) setCallKey(last.current);
      return callKey !== undefined || last.current !== undefined;
    };
    return { callKey, open: setCallKey, close, remember, toggle };
  }, [callKey, close, remember]);
  return <ArtifactContext.Provider value={value}>{children}</ArtifactContext.Provider>;
}

export function useArtifact(): OpenArtifact {
  return useContext(ArtifactContext);
}

/** Lets the keys of the chat open a document whose card is drawn. */
export function useRememberedArtifact(callKey: string): void {
  const { remember } = useArtifact();
  useEffect(() => remember(callKey), [remember, callKey]);
}
