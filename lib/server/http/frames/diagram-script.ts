import { HARDENING_SCRIPT } from "./hardening-script";

/** Runs before the library, so that the library finds a frame in which it can do nothing but draw. */
export const DIAGRAM_FRAME_SCRIPT = `
"use strict";
(() => {
  ${HARDENING_SCRIPT}
  harden();
})();
`;

/**
 * Runs behind the library. Says `{ ready: true }` to the page around the frame, and answers each of its messages
 * `{ id, source, theme }` with `{ id, svg, width, height, title, description }`, or `{ id, error }`. What a diagram's own
 * directives say of safety, HTML labels and limits is not obeyed (`secure`). The SVG is XML, as an image must be.
 */
export const DIAGRAM_SCRIPT = `
"use strict";
(() => {
  const page = window.parent, origin = window.location.origin, { mermaid } = window;
  const tell = (message) => page.postMessage(message, origin);
  const FIXED = {
    startOnLoad: false, securityLevel: "strict", htmlLabels: false, suppressErrorRendering: true,
    maxTextSize: 50000, maxEdges: 500, deterministicIds: true,
    secure: ["secure", "securityLevel", "startOnLoad", "htmlLabels", "suppressErrorRendering", "maxTextSize", "maxEdges",
      "dompurifyConfig", "fontFamily", "themeCSS"],
  };

  async function draw({ id, source, theme }) {
    try {
      mermaid.initialize({ ...theme, ...FIXED });
      const { svg } = await mermaid.render("diagram", source);
      return { id, ...pictureOf(svg) };
    } catch (error) {
      return { id, error: String(error?.message ?? error).slice(0, 1000) };
    } finally {
      document.body.replaceChildren();
    }
  }

  function pictureOf(markup) {
    const holder = document.createElement("div");
    holder.innerHTML = markup;
    const svg = holder.querySelector("svg");
    const [, , boxWidth, boxHeight] = (svg.getAttribute("viewBox") ?? "").split(/[ ,]+/).map(Number);
    const width = Math.ceil(boxWidth || parseFloat(svg.getAttribute("width")));
    const height = Math.ceil(boxHeight || parseFloat(svg.getAttribute("height")));
    svg.setAttribute("width", width);
    svg.setAttribute("height", height);
    svg.style.removeProperty("max-width");
    const wordsOf = (name) => svg.querySelector(":scope > " + name)?.textContent ?? "";
    return {
      svg: new XMLSerializer().serializeToString(svg), width, height,
      title: wordsOf("title"), description: wordsOf("desc"),
    };
  }

  window.addEventListener("message", async ({ source, origin: from, data }) => {
    if (source !== page || from !== origin || typeof data?.source !== "string") return;
    tell(await draw(data));
  });
  tell({ ready: true });
})();
`;
