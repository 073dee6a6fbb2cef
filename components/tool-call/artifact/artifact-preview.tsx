import { useArtifactFrameUrl } from "@/hooks";
import { ArtifactFrame } from "../../artifact-frame";
import { Markdown } from "../../markdown";
import { useStrings } from "../../ui/strings";
import type { Artifact } from "./read-artifact";

/** A document as its reader sees it: Markdown in the page, as it grows; HTML and SVG in their frame once they are whole. */
export function ArtifactPreview({ artifact: { title, kind, content, isWritten } }: { artifact: Artifact }) {
  const { artifact: words } = useStrings();
  const frameUrl = useArtifactFrameUrl();
  if (kind === "markdown") {
    return (
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
      <section className="tw-artifact-page" aria-label={words.previewOf(title)} tabIndex={0}>
        <Markdown text={content} isGrowing={!isWritten} />
      </section>
    );
  }
  if (!isWritten) return <Note>{words.previewLater}</Note>;
  if (frameUrl === undefined) return <Note>{words.noFrame}</Note>;
  const html = kind === "svg" ? pageOf(content) : content;
  // Another text is another document: nothing of the one before it goes on running.
  return <ArtifactFrame key={html} html={html} title={words.previewOf(title)} url={frameUrl} />;
}

function Note({ children }: { children: string }) {
  return <p className="tw:flex-1 tw:p-4 tw:text-s tw:text-ink-3">{children}</p>;
}

/** A drawing in the middle of a page, never wider than it. */
function pageOf(svg: string): string {
  return `<!doctype html><meta charset="utf-8"><style>html,body{height:100%;margin:0}body{display:grid;place-items:center}svg{max-width:100%;max-height:100%}</style>${svg}`;
}
