import { useDiagramFrameUrl } from "@/hooks";
import type { ThemeControl } from "../settings";
import { ArtifactProvider, type ToolView, ToolViewsProvider } from "../tool-call";
import { DiagramFrameContext } from "../ui/diagram-frame";
import { ChatFrame } from "./chat-frame";

export type ChatProps = {
  /** Views of tools of your own, made with `defineToolView`; the same list at every render. */
  readonly toolViews?: readonly ToolView[];
  /** Absent where the page around the chat decides on its colours. */
  readonly theme?: ThemeControl;
  /** True where the chat is the whole page: its conversation is the page's `main`, with the threads beside it. */
  readonly isMain?: boolean;
};

const NO_VIEWS: readonly ToolView[] = [];

/**
 * The whole chat of the provider above: threads, conversation, composer. It fills its parent and follows the width of
 * that parent, never of the window; below 840 px the threads come in a drawer, and below 640 px it is a phone's.
 */
export function Chat({ toolViews = NO_VIEWS, theme, isMain = false }: ChatProps) {
  const diagramFrameUrl = useDiagramFrameUrl();
  return (
    <ToolViewsProvider views={toolViews}>
      <ArtifactProvider>
        <DiagramFrameContext value={diagramFrameUrl}>
          <ChatFrame theme={theme} isMain={isMain} />
        </DiagramFrameContext>
      </ArtifactProvider>
    </ToolViewsProvider>
  );
}
