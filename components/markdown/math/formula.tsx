import { memo, useContext, useEffect, useRef, useState } from "react";
import { IsGrowingContext } from "../view/is-growing";
import { closeHalfFormula } from "./close-half-formula";

type Render = (tex: string, isDisplay: boolean) => string | undefined;

let render: Render | undefined;

/** Loads KaTeX once for the page, when the first formula is shown. */
async function loadRender(): Promise<Render> {
  const { default: katex } = await import("katex");
  render = (tex, displayMode) => {
    try {
      // MathML: the browser draws it with its own fonts, so that it needs no style sheet, and it can be read aloud.
      return katex.renderToString(tex, { displayMode, output: "mathml", trust: false, strict: true, maxExpand: 200 });
    } catch {
      return undefined; // not a formula that KaTeX knows: its source is shown
    }
  };
  return render;
}

/** A formula; its source where KaTeX cannot read it, or is not to be had. */
export const Formula = memo(function Formula({ tex, isDisplay }: { tex: string; isDisplay: boolean }) {
  const [hasFailed, setHasFailed] = useState(false);
  const [draw, setDraw] = useState<Render | undefined>(() => render);
  useEffect(() => {
    if (draw !== undefined) return;
    let isGone = false;
    loadRender().then(
      (loaded) => !isGone && setDraw(() => loaded),
      () => !isGone && setHasFailed(true),
    );
    return () => {
      isGone = true;
    };
  }, [draw]);
  const isGrowing = useContext(IsGrowingContext);
  const drawn = draw?.(tex, isDisplay) ?? (isGrowing ? drawnHalf(draw, tex, isDisplay) : undefined);
  const lastRef = useRef<{ tex: string; html: string }>(undefined);
  // Half a formula is often none: what was drawn of its beginning stays until more of it can be.
  const last = lastRef.current;
  const html = drawn ?? (isGrowing && last !== undefined && tex.startsWith(last.tex) ? last.html : undefined);
  useEffect(() => {
    if (drawn !== undefined) lastRef.current = { tex, html: drawn };
  });
  const name = isDisplay ? "tw-formula-display" : "tw-formula";
  if (html === undefined) {
    // What will be a picture in a moment is not shown as its source before that.
    const isPending = !hasFailed && (draw === undefined || isGrowing);
    return (
      <code className={name} data-pending={isPending || undefined}>
        {tex}
      </code>
    );
  }
  // biome-ignore lint/security/noDangerouslySetInnerHtml: KaTeX escapes what it is given, and `trust` is off
  return <span className={name} dangerouslySetInnerHTML={{ __html: html }} />;
});

function drawnHalf(draw: Render | undefined, tex: string, isDisplay: boolean): string | undefined {
  if (draw === undefined) return undefined;
  for (const closed of closeHalfFormula(tex)) {
    const html = draw(closed, isDisplay);
    if (html !== undefined) return html;
  }
  return undefined;
}
