import { createContext, type ReactNode, type RefObject, useContext } from "react";

const ChatRootContext = createContext<RefObject<HTMLElement | null>>({ current: null });

/**
 * The element that the chat stands in, which may be within a shadow root: where portals and toasts go, whose document
 * listens, and whose language and direction hold.
 */
export function useChatRoot(): RefObject<HTMLElement | null> {
  return useContext(ChatRootContext);
}

export function ChatRootProvider({
  rootRef,
  children,
}: {
  rootRef: RefObject<HTMLElement | null>;
  children: ReactNode;
}) {
  return <ChatRootContext.Provider value={rootRef}>{children}</ChatRootContext.Provider>;
}
