import { memo, useContext, useEffect, useRef, useState } from "react";
import { IsGrowingContext } from "../view/is-growing";

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

/** A formula; its source until KaTeX is loaded, and where KaTeX cannot read it. */
export const Formula = memo(function Formula({ tex, isDisplay }: { tex: string; isDisplay: boolean }) {
  const [draw, setDraw] = useState<Render | undefined>(() => render);
  useEffect(() => {
    if (draw !== undefined) return;
    let isGone = false;
    // Without the network the source stays.
    loadRender().then(
      (loaded) => !isGone && setDraw(() => loaded),
      () => {},
    );
    return () => {
      isGone = true;
    };
  }, [draw]);
  const isGrowing = useContext(IsGrowingContext);
  const drawn = draw?.(tex, isDisplay);
  const lastRef = useRef<{ tex: string; html: string }>(undefined);
  // Half a formula is often none: what was drawn of its beginning stays until more of it can be.
  const last = lastRef.current;
  const html = drawn ?? (isGrowing && last !== undefined && tex.startsWith(last.tex) ? last.html : undefined);
  useEffect(() => {
    if (drawn !== undefined) lastRef.current = { tex, html: drawn };
  });
  const name = isDisplay ? "tw-formula-display" : "tw-formula";
  if (html === undefined) return <code className={name}>{tex}</code>;
  // biome-ignore lint/security/noDangerouslySetInnerHtml: KaTeX escapes what it is given, and `trust` is off
  return <span className={name} dangerouslySetInnerHTML={{ __html: html }} />;
});
