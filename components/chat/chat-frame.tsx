import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { useAgent, useInfo, useMessages } from "@/hooks";
import { DecisionSheets } from "../approval";
import { Composer } from "../composer";
import { EditingProvider } from "../message";
import { preloadMarkdown } from "../message-text";
import type { ThemeControl } from "../settings";
import { ThreadSidebar } from "../thread";
import { ArtifactSide, useArtifact } from "../tool-call";
import { Announcer } from "../ui/announcer";
import { BUSY_STATUSES } from "../ui/busy-statuses";
import { ChatRootProvider } from "../ui/chat-root";
import { isComposing } from "../ui/is-composing";
import { useStrings } from "../ui/strings";
import { useIsNarrow } from "../ui/use-is-narrow";
import { ChatHeader } from "./chat-header";
import { DemoLine } from "./demo-line";
import { FindBar } from "./find";
import { type LogHandle, MessageLog } from "./log";
import { ModelProblem } from "./model-problem";
import { SpokenAnswer } from "./spoken";
import { StatusLine } from "./status-line";
import { ThreadDrawer } from "./thread-drawer";

/** Narrower than this, a document covers the conversation instead of standing beside it. */
const BESIDE_PX = 1024;

/** Threads, conversation and document side by side, as far as there is room, and the keys of all of it. */
export function ChatFrame({ theme, isMain }: { theme: ThemeControl | undefined; isMain: boolean }) {
  const Conversation = isMain ? "main" : "section";
  const strings = useStrings();
  const { open, stop, status, threadId } = useAgent();
  const { agent } = useInfo();
  const [hasDrawer, setHasDrawer] = useState(false);
  const appRef = useRef<HTMLDivElement>(null);
  const textRef = useRef<HTMLTextAreaElement>(null);
  const logRef = useRef<HTMLElement>(null);
  const logHandle = useRef<LogHandle>(null);
  const findRef = useRef<HTMLInputElement>(null);
  const [isFinding, setIsFinding] = useState(false);
  const hasMessages = useMessages().length > 0;
  const artifact = useArtifact();
  const hasArtifact = artifact.callKey !== undefined;
  const isSheet = useIsNarrow(appRef, BESIDE_PX);
  const isCovered = hasArtifact && isSheet;
  const agentTitle = agent?.title ?? strings.agentTitle;

  useEffect(preloadMarkdown, []);

  const startThread = () => {
    void open(undefined);
    textRef.current?.focus();
  };
  const find = () => {
    setIsFinding(true);
    findRef.current?.select();
  };
  const closeFind = (isAtHit: boolean) => {
    setIsFinding(false);
    const row = logHandle.current?.clear();
    // Who looked for a message reads on from there.
    ((isAtHit && row) || logRef.current)?.focus({ preventScroll: true });
  };
  const print = () => logHandle.current?.print();
  const onKeyDown = (event: KeyboardEvent) => {
    // Whatever is open inside (an edit, a question, the drawer, a document) takes Esc first and says so.
    if (event.defaultPrevented || isComposing(event)) return;
    if (event.key === "Escape" && BUSY_STATUSES.has(status)) void stop();
    if (!event.metaKey && !event.ctrlKey) return;
    if (event.key.toLowerCase() === "o" && event.shiftKey) {
      event.preventDefault();
      startThread();
    }
    const isPlain = !event.shiftKey && !event.altKey;
    // The browser's own search sees only what is drawn; the same key once more is the browser's.
    if (event.key === "f" && isPlain && hasMessages && event.target !== findRef.current) {
      event.preventDefault();
      find();
    }
    if (event.key === "p" && isPlain && hasMessages) {
      event.preventDefault();
      print();
    }
    if (event.key === "." && artifact.toggle()) event.preventDefault();
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: shortcuts of everything inside; each has a button too
    <div ref={appRef} className="tw-app" data-toolweave onKeyDown={onKeyDown}>
      <ChatRootProvider rootRef={appRef}>
        <Announcer>
          <EditingProvider>
            <SpokenAnswer />
            <DecisionSheets isHeld={hasDrawer || isCovered}>
              {(hasSheet) => (
                <>
                  <div className="tw-threads" inert={isCovered}>
                    <ThreadSidebar onChoose={() => textRef.current?.focus()} theme={theme} />
                  </div>
                  <Conversation
                    className="tw-main"
                    aria-label={strings.conversation}
                    inert={hasDrawer || hasSheet || isCovered}
                  >
                    <ChatHeader
                      onOpenThreads={() => setHasDrawer(true)}
                      onNewThread={startThread}
                      {...(hasMessages ? { onFind: find, onPrint: print } : {})}
                    />
                    {isFinding && hasMessages && (
                      <FindBar
                        key={threadId}
                        fieldRef={findRef}
                        onHit={(id, wanted) => logHandle.current?.show(id, wanted)}
                        onClose={closeFind}
                      />
                    )}
                    <ModelProblem />
                    <MessageLog logRef={logRef} handleRef={logHandle} />
                    {/* A place of its own: when it grows, it takes nothing with it. */}
                    <div className="tw-dock">
                      <div className="tw-column">
                        <StatusLine logRef={logRef} />
                      </div>
                    </div>
                    <div className="tw-dock">
                      <div className="tw-column">
                        <Composer agentTitle={agentTitle} textRef={textRef} />
                        <DemoLine />
                      </div>
                    </div>
                  </Conversation>
                  <ArtifactSide isSheet={isSheet} />
                  {hasDrawer && <ThreadDrawer onClose={() => setHasDrawer(false)} theme={theme} />}
                </>
              )}
            </DecisionSheets>
          </EditingProvider>
        </Announcer>
      </ChatRootProvider>
    </div>
  );
}
