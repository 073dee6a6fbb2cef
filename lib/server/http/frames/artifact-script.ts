import { HARDENING_SCRIPT } from "./hardening-script";

/** Waits for one message of the page around the frame, `{ html }`, and becomes that document, hardened before its first script. */
export const ARTIFACT_SCRIPT = `
"use strict";
(() => {
  const page = window.parent, origin = window.location.origin;
  ${HARDENING_SCRIPT}
  const replace = bound(String.prototype, "replace");
  const withoutShadow = (html) => replace(html, /shadowrootmode/gi, "data-shadow");

  window.addEventListener("message", function fill(event) {
    if (event.source !== page || event.origin !== origin || typeof event.data?.html !== "string") return;
    window.removeEventListener("message", fill);
    const html = withoutShadow(event.data.html);
    document.open();
    harden();
    document.write(html);
    document.close();
  });
})();
`;
