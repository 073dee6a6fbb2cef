import { lazy, Suspense, useEffect, useRef } from "react";
import { useAgent } from "@/hooks";
import { useStrings } from "../../ui/strings";
import { useArtifact } from "./artifact-context";

const LazyPanel = lazy(async () => ({ default: (await import("./artifact-panel")).ArtifactPanel }));

/**
 * The place of the panel beside the conversation, or over it where there is no room. Its code comes when it is first opened.
 * Esc closes it; the focus goes in only where it covers the conversation, and always comes back.
 */
export function ArtifactSide({ isSheet }: { isSheet: boolean }) {
  const { artifact: words } = useStrings();
  const { callKey, close } = useArtifact();
  const { threadId } = useAgent();
  const isOpen = callKey !== undefined;
  const sideRef = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Another thread has other documents.
    if (threadId !== undefined) return close;
  }, [threadId, close]);
  useEffect(() => {
    if (!isOpen) return;
    const root = sideRef.current?.getRootNode() as Document | ShadowRoot | undefined;
    const opener = root?.activeElement;
    return () => {
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true });
    };
  }, [isOpen]);
  useEffect(() => {
    if (isOpen && isSheet) sideRef.current?.focus({ preventScroll: true }); // also where the page becomes that narrow
  }, [isOpen, isSheet]);
  if (!isOpen) return null;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it has one of two roles; Esc has a button too
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: `aria-modal` comes with the role of a dialog
    <div
      ref={sideRef}
      className="tw-side"
      data-sheet={isSheet || undefined}
      tabIndex={-1}
      role={isSheet ? "dialog" : "complementary"}
      aria-modal={isSheet || undefined}
      aria-label={isSheet ? words.sheet : words.side}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || event.defaultPrevented) return;
        event.preventDefault();
        close();
      }}
    >
      <Suspense fallback={null}>
        <LazyPanel callKey={callKey} />
      </Suspense>
    </div>
  );
}
