import { createContext, type ReactNode, useContext, useMemo, useState } from "react";

/** Which message of the person is being written anew; at most one of a chat. */
type Editing = {
  readonly messageId: string | undefined;
  /** `from` gets the focus back when the message is sent or left as it was. */
  readonly begin: (messageId: string, from?: HTMLElement | null) => void;
  readonly end: () => void;
  readonly from: HTMLElement | null;
};

const EditingContext = createContext<Editing>({
  messageId: undefined,
  begin: () => {},
  end: () => {},
  from: null,
});

const NOTHING = { messageId: undefined, from: null };

export function useEditing(): Editing {
  return useContext(EditingContext);
}

/** Holds it for the messages, and for the composer, from which the last one is edited. */
export function EditingProvider({ children }: { children: ReactNode }) {
  const [edited, setEdited] = useState<Pick<Editing, "messageId" | "from">>(NOTHING);
  const editing = useMemo<Editing>(
    () => ({
      ...edited,
      begin: (messageId, from = null) => setEdited({ messageId, from }),
      end: () => setEdited(NOTHING),
    }),
    [edited],
  );
  return <EditingContext.Provider value={editing}>{children}</EditingContext.Provider>;
}
