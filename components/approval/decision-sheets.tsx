import { createContext, type ReactNode, useContext, useEffect, useMemo, useReducer, useRef, useState } from "react";
import { useIsNarrow } from "../ui/use-is-narrow";
import { isTypingIn } from "./is-typing-in";
import { changeSheetQueue, EMPTY_QUEUE, keyInSheet } from "./sheet-queue";

/** Below this a container is a phone's: `--container-wide` of theme.css. */
const WIDE_PX = 640;

type Sheets = {
  readonly openFor: string | undefined;
  readonly host: HTMLElement | null;
  /** A call waits for the person; the returned function says that it does no more. */
  ask(key: string, card: HTMLElement): () => void;
  reopen(key: string): void;
  close(): void;
};

type DecisionSheetsProps = {
  /** Something else lies over the conversation: a sheet waits until that is gone. */
  readonly isHeld: boolean;
  readonly children: (isOpen: boolean) => ReactNode;
};

const SheetsContext = createContext<Sheets | undefined>(undefined);

/** The sheets around; undefined where decisions are made in their cards. */
export const useSheets = () => useContext(SheetsContext);

/**
 * In a narrow container a call that waits for the person is decided in a sheet over the conversation, one at a time. A
 * sheet takes the focus, but never from words that are being typed: then it waits until the field is left, or empty.
 * Closing it decides nothing. `children` hears whether one is open, and takes what lies below out of reach.
 */
export function DecisionSheets({ isHeld, children }: DecisionSheetsProps) {
  const frameRef = useRef<HTMLDivElement>(null);
  const [host, setHost] = useState<HTMLElement | null>(null);
  const [cards] = useState(() => new Map<string, HTMLElement>());
  const [queue, change] = useReducer(changeSheetQueue, EMPTY_QUEUE);
  const isNarrow = useIsNarrow(frameRef, WIDE_PX);
  const [opened, setOpened] = useState<string>();
  const next = isNarrow && !isHeld ? keyInSheet(queue) : undefined;
  const openFor = opened === next ? next : undefined;

  useEffect(() => {
    const root = frameRef.current?.getRootNode() as Document | ShadowRoot | undefined;
    if (next === undefined) setOpened(undefined);
    if (root === undefined || next === undefined) return;
    const consider = (focused: EventTarget | null) => {
      if (!isTypingIn(focused)) setOpened(next);
    };
    const onLeave = (event: Event) => consider((event as FocusEvent).relatedTarget);
    const onInput = (event: Event) => consider(event.target);
    consider(root.activeElement);
    root.addEventListener("focusout", onLeave);
    root.addEventListener("input", onInput);
    return () => {
      root.removeEventListener("focusout", onLeave);
      root.removeEventListener("input", onInput);
    };
  }, [next]);

  // Runs once what lies below can be reached again: the focus goes back to the call.
  useEffect(() => {
    if (openFor === undefined) return;
    const card = cards.get(openFor);
    return () => card?.focus({ preventScroll: true });
  }, [openFor, cards]);

  // Who asks does not ask again when another sheet opens.
  const actions = useMemo(
    () => ({
      ask: (key: string, card: HTMLElement) => {
        cards.set(key, card);
        change({ type: "asked", key });
        return () => {
          cards.delete(key);
          change({ type: "settled", key });
        };
      },
      reopen: (key: string) => change({ type: "reopened", key }),
      close: () => change({ type: "closed" }),
    }),
    [cards],
  );
  const sheets = useMemo(() => ({ ...actions, openFor, host }), [actions, openFor, host]);

  return (
    <SheetsContext value={isNarrow ? sheets : undefined}>
      <div ref={frameRef} className="tw-frame">
        {children(openFor !== undefined)}
        <div ref={setHost} className="tw-sheet-host" />
      </div>
    </SheetsContext>
  );
}
