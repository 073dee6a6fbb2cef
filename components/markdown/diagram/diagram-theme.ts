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
  doneTaskBkgColor: "settled-wash",
  doneTaskBorderColor: "settled-edge",
  critBkgColor: "error-wash",
  critBorderColor: "error-edge",
  altSectionBkgColor: "surface",
  gridColor: "line",
  todayLineColor: "error-edge",
  errorBkgColor: "error-wash",
  errorTextColor: "error",
  pieTitleTextColor: "ink",
  pieLegendTextColor: "ink",
  pieStrokeColor: "surface",
  pieOuterStrokeColor: "line",
} as const;

/** What only its colour connects with its legend. */
const SLICES = {
  pie1: "live-edge",
  pie2: "waiting-edge",
  pie3: "consent-edge",
  pie4: "success-edge",
  pie5: "error-edge",
  pie6: "code-token-constant",
  pieSectionTextColor: "on-fill",
} as const;

/** Colours of parts that only have to differ: between wash and edge, so that ink is read on them and lines are seen. */
const SCALE = ["live", "waiting", "consent", "success", "error", "settled"];
const SCALE_EDGE_SHARE = 0.45;

/** Where people have chosen a palette of their own, there are a ground and an ink. */
const FORCED = "(forced-colors: active)";
const GROUND = /-wash$|^surface$|^sunken$/;

/** The colours that hold where an element stands, as the browser computes them: the library knows no `light-dark()`. */
export function readDiagramTheme(element: HTMLElement): DiagramTheme {
  const page = element.ownerDocument.defaultView ?? window;
  const isForced = page.matchMedia(FORCED).matches;
  const probe = element.ownerDocument.createElement("span");
  probe.style.setProperty("forced-color-adjust", "none"); // else every colour reads as the ink
  element.append(probe);
  const computed = (colour: string) => {
    probe.style.color = colour;
    return page.getComputedStyle(probe).color;
  };
  const own = (token: string) => computed(`var(--tw-${token})`);
  const forced = (token: string) => computed(GROUND.test(token) ? "Canvas" : "CanvasText");
  const colour = isForced ? forced : own;
  const named = (colours: Readonly<Record<string, string>>, read: (token: string) => string) =>
    Object.entries(colours).map(([name, token]) => [name, read(token)]);
  // As lines they stand on the ground: in forced colours they have the ink, and what is written on them the ground.
  const scale = SCALE.map((token) =>
    isForced ? computed("CanvasText") : mixed(own(`${token}-wash`), own(`${token}-edge`)),
  );
  const label = isForced ? computed("Canvas") : own("ink");
  const themeVariables = Object.fromEntries([
    ["fontSize", "14px"],
    ...named(COLOURS, colour),
    ...named(SLICES, own),
    ...[...scale, ...scale].flatMap((mix, index) => [
      [`cScale${index}`, mix],
      [`cScaleLabel${index}`, label],
      [`git${index}`, mix],
      [`gitBranchLabel${index}`, label],
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
  for (const query of ["(prefers-color-scheme: dark)", "(prefers-contrast: more)", FORCED]) {
    page.matchMedia(query).addEventListener("change", onChange, { signal: ending.signal });
  }
  const observer = new MutationObserver(onChange);
  for (const root of new Set([element.getRootNode(), element.ownerDocument])) {
    observer.observe(root, { attributes: true, subtree: true, attributeFilter: ["data-theme"] });
  }
  ending.signal.addEventListener("abort", () => observer.disconnect());
  return () => ending.abort();
}
