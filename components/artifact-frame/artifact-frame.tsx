import { useRef, useState } from "react";
import { Button } from "../ui/button";
import { Icon } from "../ui/icon";
import { useStrings } from "../ui/strings";
import { type FrameOffence, useFrameGuard } from "./use-frame-guard";

/**
 * HTML that a model wrote, running where it reaches nothing: the server's own frame page with a sandbox of its own. The
 * page around it sends it one message and never reads what it says. It can be stopped at any time, and is stopped when it
 * floods the page with messages or keeps taking the focus.
 */
export function ArtifactFrame({ html, title, url }: { html: string; title: string; url: string }) {
  const { artifact } = useStrings();
  const [stopped, setStopped] = useState<FrameOffence | "person">();
  if (stopped !== undefined) {
    return (
      <div className="tw:grid tw:flex-1 tw:content-center tw:justify-items-center tw:gap-3 tw:p-4 tw:text-center">
        <p className="tw:flex tw:items-center tw:gap-2 tw:text-s tw:text-ink-2" role="status">
          <Icon name="stop" size="s" />
          {artifact.stopped[stopped]}
        </p>
        <Button icon="retry" onClick={() => setStopped(undefined)}>
          {artifact.runAgain}
        </Button>
      </div>
    );
  }
  return (
    <>
      <RunningFrame html={html} title={title} url={url} onOffence={setStopped} />
      <p className="tw:flex tw:items-center tw:gap-2 tw:border-t tw:border-line tw:px-3 tw:py-1 tw:text-xs tw:text-ink-3">
        <span className="tw:min-w-0 tw:flex-1">{artifact.runsAlone}</span>
        <Button tone="bare" icon="stop" onClick={() => setStopped("person")}>
          {artifact.stop}
        </Button>
      </p>
    </>
  );
}

function RunningFrame({
  html,
  title,
  url,
  onOffence,
}: {
  html: string;
  title: string;
  url: string;
  onOffence: (offence: FrameOffence) => void;
}) {
  const frameRef = useRef<HTMLIFrameElement>(null);
  const isFilled = useRef(false);
  useFrameGuard(frameRef, onOffence);
  return (
    <iframe
      ref={frameRef}
      className="tw-artifact-frame"
      title={title}
      sandbox="allow-scripts"
      referrerPolicy="no-referrer"
      src={url}
      onLoad={({ currentTarget }) => {
        // What the document loads later, or goes to, is none of our business: it is told once what to show.
        if (isFilled.current) return;
        isFilled.current = true;
        currentTarget.contentWindow?.postMessage({ html }, "*"); // its origin is opaque and has no name
      }}
    />
  );
}
