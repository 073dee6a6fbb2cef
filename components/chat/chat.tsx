import { type KeyboardEvent, useRef, useState } from "react";
import { useAgent, useInfo } from "@/hooks";
import { DecisionSheets } from "../approval";
import { Composer } from "../composer";
import { ThreadSidebar } from "../thread";
import { Announcer } from "../ui/announcer";
import { BUSY_STATUSES } from "../ui/busy-statuses";
import { isComposing } from "../ui/is-composing";
import { useStrings } from "../ui/strings-context";
import { ChatHeader } from "./chat-header";
import { DemoLine } from "./demo-line";
import { MessageLog } from "./message-log";
import { ModelProblem } from "./model-problem";
import { StatusLine } from "./status-line";
import { ThreadDrawer } from "./thread-drawer";

/**
 * The whole chat of the provider above: threads, conversation, composer. It fills its parent and follows the width of
 * that parent, never of the window; below 640 px it is one column, and the threads come in a drawer.
 */
export function Chat() {
  const strings = useStrings();
  const { open, stop, status } = useAgent();
  const { agent } = useInfo();
  const [hasDrawer, setHasDrawer] = useState(false);
  const textRef = useRef<HTMLTextAreaElement>(null);
  const logRef = useRef<HTMLElement>(null);
  const agentTitle = agent?.title ?? strings.agentTitle;

  const startThread = () => {
    void open(undefined);
    textRef.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // Whatever is open inside (an edit, a question, the drawer) takes Esc first and says so.
    if (event.defaultPrevented || isComposing(event)) return;
    if (event.key === "Escape" && BUSY_STATUSES.has(status)) void stop();
    if (event.key.toLowerCase() === "o" && event.shiftKey && (event.metaKey || event.ctrlKey)) {
      event.preventDefault();
      startThread();
    }
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: shortcuts of everything inside; each has a button too
    <div className="tw-app" data-toolweave onKeyDown={onKeyDown}>
      <Announcer>
        <DecisionSheets isHeld={hasDrawer}>
          {(hasSheet) => (
            <>
              <ThreadSidebar onChoose={() => textRef.current?.focus()} />
              <section className="tw-main" aria-label={strings.conversation} inert={hasDrawer || hasSheet}>
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
              {hasDrawer && <ThreadDrawer onClose={() => setHasDrawer(false)} />}
            </>
          )}
        </DecisionSheets>
      </Announcer>
    </div>
  );
}
