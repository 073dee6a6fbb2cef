/** What the library is told of colours and type. */
export type DiagramTheme = {
  readonly theme: "base";
  readonly fontFamily: string;
  readonly themeVariables: Readonly<Record<string, string>>;
};

/** Our tokens by the library's names for what they colour. */
const COLOURS = {
  background: "surface",
  mainBkg: "live-wash",
  primaryColor: "live-wash",
  primaryBorderColor: "live-edge",
  primaryTextColor: "ink",
  secondaryColor: "waiting-wash",
  secondaryBorderColor: "waiting-edge",
  secondaryTextColor: "ink",
  tertiaryColor: "settled-wash",
  tertiaryBorderColor: "settled-edge",
  tertiaryTextColor: "ink",
  nodeBorder: "live-edge",
  lineColor: "ink-3",
  textColor: "ink",
  titleColor: "ink",
  edgeLabelBackground: "surface",
  clusterBkg: "sunken",
  clusterBorder: "settled-edge",
  noteBkgColor: "waiting-wash",
  noteBorderColor: "waiting-edge",
  noteTextColor: "ink",
  signalColor: "ink-2",
  signalTextColor: "ink",
  actorLineColor: "settled-edge",
  errorBkgColor: "error-wash",
  errorTextColor: "error",
  pie1: "live-edge",
  pie2: "waiting-edge",
  pie3: "consent-edge",
  pie4: "success-edge",
  pie5: "error-edge",
  pie6: "code-token-constant",
  pieTitleTextColor: "ink",
  pieLegendTextColor: "ink",
  pieSectionTextColor: "on-fill",
  pieStrokeColor: "surface",
  pieOuterStrokeColor: "line",
} as const;

/** Colours of parts that only have to differ: between wash and edge, so that ink is read on them and lines are seen. */
const SCALE = ["live", "waiting", "consent", "success", "error", "settled"];
const SCALE_EDGE_SHARE = 0.45;

/** The colours that hold where an element stands, as the browser computes them: the library knows no `light-dark()`. */
export function readDiagramTheme(element: HTMLElement): DiagramTheme {
  const page = element.ownerDocument.defaultView ?? window;
  const probe = element.ownerDocument.createElement("span");
  element.append(probe);
  const colour = (token: string) => {
    probe.style.color = `var(--tw-${token})`;
    return page.getComputedStyle(probe).color;
  };
  const scale = SCALE.map((token) => mixed(colour(`${token}-wash`), colour(`${token}-edge`)));
  const ink = colour("ink");
  const themeVariables = Object.fromEntries([
    ["fontSize", "14px"],
    ...Object.entries(COLOURS).map(([name, token]) => [name, colour(token)]),
    ...[...scale, ...scale].flatMap((mix, index) => [
      [`cScale${index}`, mix],
      [`cScaleLabel${index}`, ink],
      [`git${index}`, mix],
      [`gitBranchLabel${index}`, ink],
    ]),
  ]);
  probe.remove();
  return { theme: "base", fontFamily: page.getComputedStyle(element).fontFamily, themeVariables };
}

function mixed(wash: string, edge: string): string {
  const edges = partsOf(edge);
  const parts = partsOf(wash).map((part, index) =>
    Math.round(part + ((edges[index] ?? part) - part) * SCALE_EDGE_SHARE),
  );
  return `rgb(${parts.join(", ")})`;
}

/** Of `rgb(…)`, which every colour of the tokens comes to. */
function partsOf(colour: string): number[] {
  return (colour.match(/[\d.]+/g) ?? []).slice(0, 3).map(Number);
}

/** Tells when colours may have changed: by the system, or by `data-theme` on any element around. */
export function watchTheme(element: HTMLElement, onChange: () => void): () => void {
  const page = element.ownerDocument.defaultView ?? window;
  const ending = new AbortController();
  for (const query of ["(prefers-color-scheme: dark)", "(prefers-contrast: more)"]) {
    page.matchMedia(query).addEventListener("change", onChange, { signal: ending.signal });
  }
  const observer = new MutationObserver(onChange);
  for (const root of new Set([element.getRootNode(), element.ownerDocument])) {
    observer.observe(root, { attributes: true, subtree: true, attributeFilter: ["data-theme"] });
  }
  ending.signal.addEventListener("abort", () => observer.disconnect());
  return () => ending.abort();
}
