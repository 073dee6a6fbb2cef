/**
 * Defines `harden`, by which a frame loses what a policy leaves open in browsers without connection allowlists: WebRTC,
 * WebTransport, the history that it shares with the page, and frames of its own, in which it would find all of that anew;
 * and it focuses something of its own only while it has the keyboard, so that a field that focuses itself takes no letter
 * from somebody who types in the page. This is the second line: the headers (and the page's guard) are the first, and a
 * determined script finds its way around.
 */
export const HARDENING_SCRIPT = `
  const NAMES = ["RTCPeerConnection", "webkitRTCPeerConnection", "RTCIceTransport", "WebTransport", "WebSocketStream"];
  const FRAMES = "iframe, frame, frameset, object, embed, fencedframe";
  const define = Reflect.defineProperty, call = Function.prototype.call;
  const bound = (prototype, name) => call.bind(prototype[name]);
  const matches = bound(Element.prototype, "matches"), remove = bound(Element.prototype, "remove");
  const all = bound(Element.prototype, "querySelectorAll"), each = bound(Array.prototype, "forEach");
  const observe = bound(MutationObserver.prototype, "observe"), shadow = bound(Element.prototype, "attachShadow");
  const hasFocus = bound(Document.prototype, "hasFocus");

  const fix = (object, name, value) => define(object, name, { value, writable: false, configurable: false });
  const sweep = (node) => {
    if (node.nodeType !== 1) return;
    if (matches(node, FRAMES)) return remove(node);
    each(all(node, FRAMES), remove);
  };
  const observer = new MutationObserver((records) =>
    each(records, (record) => each(record.addedNodes, sweep)));
  const watch = (root) => observe(observer, root, { childList: true, subtree: true });

  function harden() {
    for (const name of NAMES) fix(window, name, undefined);
    for (const name of ["back", "forward", "go", "pushState", "replaceState"]) fix(History.prototype, name, () => {});
    fix(window, "navigation", undefined);
    for (const owner of [window, HTMLElement.prototype, SVGElement.prototype]) {
      const focus = bound(owner, "focus");
      fix(owner, "focus", function (options) {
        if (hasFocus(document)) focus(this, options);
      });
    }
    fix(Element.prototype, "attachShadow", function (init) {
      const root = shadow(this, init);
      watch(root);
      return root;
    });
    fix(Element.prototype, "setHTMLUnsafe", undefined);
    fix(ShadowRoot.prototype, "setHTMLUnsafe", undefined);
    fix(Document, "parseHTMLUnsafe", undefined);
    watch(document);
  }
`;
