import { type KeyboardEvent, useRef, useState } from "react";
import { useAgent, useInfo } from "@/hooks";
import { DecisionSheets } from "../approval";
import { Composer } from "../composer";
import { ThreadSidebar } from "../thread";
import { ArtifactSide, useArtifact } from "../tool-call";
import { Announcer } from "../ui/announcer";
import { BUSY_STATUSES } from "../ui/busy-statuses";
import { isComposing } from "../ui/is-composing";
import { useStrings } from "../ui/strings-context";
import { useIsNarrow } from "../ui/use-is-narrow";
import { ChatHeader } from "./chat-header";
import { DemoLine } from "./demo-line";
import { MessageLog } from "./message-log";
import { ModelProblem } from "./model-problem";
import { StatusLine } from "./status-line";
import { ThreadDrawer } from "./thread-drawer";

/** Narrower than this, a document covers the conversation instead of standing beside it. */
const BESIDE_PX = 1024;

/** Threads, conversation and document side by side, as far as there is room, and the keys of all of it. */
export function ChatFrame() {
  const strings = useStrings();
  const { open, stop, status } = useAgent();
  const { agent } = useInfo();
  const [hasDrawer, setHasDrawer] = useState(false);
  const appRef = useRef<HTMLDivElement>(null);
  const textRef = useRef<HTMLTextAreaElement>(null);
  const logRef = useRef<HTMLElement>(null);
  const artifact = useArtifact();
  const hasArtifact = artifact.callKey !== undefined;
  const isSheet = useIsNarrow(appRef, BESIDE_PX);
  const isCovered = hasArtifact && isSheet;
  const agentTitle = agent?.title ?? strings.agentTitle;

  const startThread = () => {
    void open(undefined);
    textRef.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // Whatever is open inside (an edit, a question, the drawer, a document) takes Esc first and says so.
    if (event.defaultPrevented || isComposing(event)) return;
    if (event.key === "Escape" && BUSY_STATUSES.has(status)) void stop();
    if (!event.metaKey && !event.ctrlKey) return;
    if (event.key.toLowerCase() === "o" && event.shiftKey) {
      event.preventDefault();
      startThread();
    }
    if (event.key === "." && artifact.toggle()) event.preventDefault();
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: shortcuts of everything inside; each has a button too
    <div ref={appRef} className="tw-app" data-toolweave onKeyDown={onKeyDown}>
      <Announcer>
        <DecisionSheets isHeld={hasDrawer || isCovered}>
          {(hasSheet) => (
            <>
              <div className="tw-threads" inert={isCovered}>
                <ThreadSidebar onChoose={() => textRef.current?.focus()} />
              </div>
              <section className="tw-main" aria-label={strings.conversation} inert={hasDrawer || hasSheet || isCovered}>
                <ChatHeader onOpenThreads={() => setHasDrawer(true)} onNewThread={startThread} />
                <ModelProblem />
                <MessageLog logRef={logRef} />
                <div className="tw-dock">
                  <div className="tw-column">
                    <StatusLine logRef={logRef} />
                    <Composer agentTitle={agentTitle} textRef={textRef} />
                    <DemoLine />
                  </div>
                </div>
              </section>
              <ArtifactSide isSheet={isSheet} />
              {hasDrawer && <ThreadDrawer onClose={() => setHasDrawer(false)} />}
            </>
          )}
        </DecisionSheets>
      </Announcer>
    </div>
  );
}
