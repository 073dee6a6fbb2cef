import { createSocket } from "node:dgram";
import { createServer, type Socket } from "node:net";
import type { Page } from "@playwright/test";
import { expect, test } from "../support/test";

/** Long enough for a request that is on its way; each escape also says in the page when it has tried. */
const SETTLE_MS = 1500;

// A trace takes a picture of every frame before each step, and waits for ever for one that runs for ever.
test.use({ serverEnv: { TOOLWEAVE_DEMO_PACE: "max" }, trace: "off", mayBeRefused: /^frame-/ });

/** Listens for whatever leaves the frame: connections of any kind over TCP, and packets over UDP. */
async function listen() {
  const seen: string[] = [];
  const sockets = new Set<Socket>();
  const tcp = createServer((socket) => {
    sockets.add(socket);
    seen.push("tcp");
    socket.on("data", (data) => seen.push(String(data).split("\r\n")[0] ?? "")).on("error", () => {});
  });
  const udp = createSocket("udp4").on("message", () => seen.push("udp"));
  await new Promise<void>((done) => tcp.listen(0, "127.0.0.1", done));
  await new Promise<void>((done) => udp.bind(0, "127.0.0.1", done));
  const { port } = tcp.address() as { port: number };
  return {
    seen,
    http: `http://127.0.0.1:${port}`,
    ws: `ws://127.0.0.1:${port}`,
    turn: `127.0.0.1:${port}`,
    stun: `127.0.0.1:${udp.address().port}`,
    close() {
      for (const socket of sockets) socket.destroy();
      tcp.close();
      udp.close();
    },
  };
}

type Listener = Awaited<ReturnType<typeof listen>>;

/** What a document may try, each with the address that must never hear of it. */
const ESCAPES: Readonly<Record<string, (to: Listener) => string>> = {
  "fetch, XHR, WebSocket, EventSource, beacon": ({ http, ws }) => `<script>
    fetch("${http}/fetch").catch(() => {});
    const x = new XMLHttpRequest(); x.open("GET", "${http}/xhr"); x.send();
    try { new WebSocket("${ws}/ws") } catch {}
    try { new EventSource("${http}/events") } catch {}
    try { navigator.sendBeacon("${http}/beacon", "x") } catch {}
    try { new WebTransport("${http}/wt") } catch {}
    import("${http}/module.js").catch(() => {});
  </script>`,
  "images, styles, fonts, media, pings": ({ http }) => `
    <img src="${http}/img"><link rel="stylesheet" href="${http}/css"><link rel="icon" href="${http}/icon">
    <link rel="manifest" href="${http}/manifest"><script src="${http}/script"></script>
    <style>@import "${http}/import"; @font-face { font-family: x; src: url(${http}/font) }
    body { font-family: x; background: url(${http}/bg); cursor: url(${http}/cursor), auto }</style>text
    <video src="${http}/video" poster="${http}/poster" autoplay></video><audio src="${http}/audio" autoplay></audio>
    <svg><image href="${http}/svg"/><use href="${http}/use#a"/></svg>
    <a id="p" href="#x" ping="${http}/ping">.</a><script>p.click(); new Image().src = "${http}/image"</script>`,
  "its own location": ({ http }) => `<script>location = "${http}/location"</script>`,
  "its own location on the page's server": () => `<script>location = "/api/threads/escaped?secret"</script>`,
  "a link it clicks itself": ({ http }) => `<a id="a" href="${http}/a">.</a><script>a.click()</script>`,
  "a refresh": ({ http }) => `<meta http-equiv="refresh" content="0; url=${http}/refresh">`,
  "a form": ({ http }) => `<form id="f" action="${http}/form" method="post"></form><script>f.submit()</script>`,
  "new windows and the page's own": ({ http }) => `<a id="t" target="_top" href="${http}/top">.</a>
    <a id="b" target="_blank" href="${http}/blank">.</a><form id="f" target="_top" action="${http}/f"></form>
    <script>
      open("${http}/open"); t.click(); b.click(); f.submit();
      try { top.location = "${http}/top" } catch {}
      try { parent.location.href = "${http}/parent" } catch {}
      try { top.close() } catch {}
    </script>`,
  "frames of its own": ({ http }) => `<iframe src="${http}/frame"></iframe><object data="${http}/object"></object>
    <embed src="${http}/embed"><iframe src="data:text/html,<script>fetch('${http}/data')</script>"></iframe>
    <iframe srcdoc="<script>location='${http}/in'; new Image().src='${http}/in2'</script>"></iframe>
    <iframe srcdoc='<meta http-equiv="refresh" content="0; url=${http}/in3">'></iframe>
    <script>
      const blob = URL.createObjectURL(new Blob(["<script>fetch('${http}/blob')<\\/script>"], { type: "text/html" }));
      const frame = document.createElement("iframe"); frame.src = blob; document.body.append(frame);
      const root = document.body.appendChild(document.createElement("div")).attachShadow({ mode: "closed" });
      root.innerHTML = '<iframe src="${http}/shadow"></iframe>';
    </script>`,
  "preconnect, prefetch, name look-ups": ({ http }) => `<link rel="preconnect" href="${http}">
    <link rel="dns-prefetch" href="${http}"><link rel="prefetch" href="${http}/p"><link rel="prerender" href="${http}/r">
    <link rel="preload" as="image" href="${http}/l"><link rel="modulepreload" href="${http}/m">
    <script type="speculationrules">{ "prefetch": [{ "urls": ["${http}/s"], "eagerness": "immediate" }],
      "prerender": [{ "urls": ["${http}/s2"], "eagerness": "immediate" }] }</script>
    <script>const link = document.createElement("link"); link.rel = "preconnect"; link.href = "${http}";
      document.head.append(link)</script>`,
  workers: ({ http }) => `<script>
    const code = URL.createObjectURL(new Blob(["fetch('${http}/worker')"]));
    try { new Worker(code) } catch {}
    try { new SharedWorker(code) } catch {}
    try { navigator.serviceWorker.register("/sw.js").catch(() => {}) } catch {}
  </script>`,
  "WebRTC, here and in a frame": ({ stun, turn }) => `<script>
    const dial = (Peer) => {
      const peer = new Peer({ iceServers: [{ urls: "stun:${stun}" },
        { urls: "turn:${turn}?transport=tcp", username: "a", credential: "b" }] });
      peer.createDataChannel("x");
      peer.createOffer().then((offer) => peer.setLocalDescription(offer));
    };
    try { dial(RTCPeerConnection) } catch {}
    const blank = document.createElement("iframe");
    document.documentElement.append(blank);
    try { dial(blank.contentWindow.RTCPeerConnection) } catch {}
    const frame = document.createElement("iframe");
    frame.srcdoc = "<script>(" + dial + ")(RTCPeerConnection)<\\/script>";
    document.documentElement.append(frame);
  </script>`,
};

/** A label that is clicked by script focuses its field without any call of `focus`. */
const BY_LABEL = `<label id="l">name <input></label>`;

async function show(page: Page, chat: { send(text: string): Promise<void> }, html: string) {
  const before = await page.getByRole("button", { name: "Open document" }).count();
  await chat.send(`Show this page: ${html}`);
  const open = page.getByRole("button", { name: "Open document" }).nth(before);
  await page.getByRole("article", { name: "Document: Done" }).nth(before).waitFor();
  await open.click();
  await page.locator("iframe").waitFor();
}

test.describe("a document that a model wrote", () => {
  test("reaches no network, whatever it tries", async ({ chat, page, context }) => {
    test.setTimeout(180_000);
    const listener = await listen();
    const own: string[] = [];
    page.on("request", (request) => own.push(request.url()));
    await chat.open();
    for (const [name, attempt] of Object.entries(ESCAPES)) {
      await test.step(name, async () => {
        await show(page, chat, `<p>ran</p>${attempt(listener)}`);
        const address = page.url();
        await page.waitForTimeout(SETTLE_MS); // an escape that works needs this long; there is no event for one that does not
        expect({ name, seen: listener.seen }).toEqual({ name, seen: [] });
        expect(own.filter((requested) => requested.includes("escaped"))).toEqual([]);
        expect(context.pages()).toHaveLength(1);
        expect(page.url()).toBe(address);
        await expect(page.getByRole("textbox", { name: /message/i })).toBeVisible();
        await page.getByRole("button", { name: "Close document" }).click();
      });
    }
    listener.close();
  });

  test("runs, and says so: the sandbox is no empty page", async ({ chat, page }) => {
    await chat.open();
    await show(page, chat, `<button onclick="this.textContent = 'pressed ' + location.origin">press</button>`);
    const frame = page.frameLocator("iframe");
    await frame.getByRole("button", { name: "press" }).click();
    await expect(frame.getByRole("button")).toContainText("pressed");
  });

  test("has no way to the page, its storage, its cookies and its address", async ({ chat, page, context }) => {
    await context.addCookies([{ name: "secret", value: "cookie", url: (await open(chat, page)).origin }]);
    await page.evaluate(() => localStorage.setItem("secret", "stored"));
    await show(
      page,
      chat,
      `<pre id="out"></pre><script>
        const tries = {
          document: () => parent.document.title, top: () => top.document.cookie, frame: () => frameElement?.ownerDocument.title,
          cookie: () => document.cookie, set: () => { document.cookie = "mine=1"; return document.cookie },
          local: () => localStorage.secret, session: () => sessionStorage.length, database: () => indexedDB.open("x").toString(),
          caches: () => typeof caches === "undefined" ? undefined : caches.keys().then(() => "keys"),
          referrer: () => document.referrer, origin: () => origin, dialog: () => { alert(1); return confirm("x") },
        };
        const results = Object.entries(tries).map(([name, attempt]) => {
          try { const value = attempt(); return name + "=" + (value instanceof Promise ? "promise" : value) } catch (error) { return name + "!" + error.name }
        });
        out.textContent = results.join(" ");
      </script>`,
    );
    const result = page.frameLocator("iframe").locator("#out");
    await expect(result).toContainText("origin=null");
    const text = (await result.textContent()) ?? "";
    for (const name of ["document", "top", "cookie", "local", "session", "database"]) expect(text).toMatch(`${name}!`);
    expect(text).toContain("frame=undefined");
    expect(text).toMatch(/referrer= /);
    expect(text).toContain("dialog=false");
    expect(text).not.toMatch(/secret|stored/);
  });

  test("cannot leave by the history that it shares with the page", async ({ chat, page }) => {
    await page.goto("about:blank");
    await chat.open();
    await show(
      page,
      chat,
      `<script>history.back(); history.go(-2); try { navigation.back() } catch {}</script><p>here</p>`,
    );
    await page.waitForTimeout(SETTLE_MS);
    await expect(page.frameLocator("iframe").getByText("here")).toBeVisible();
    await expect(page.getByRole("textbox", { name: /message/i })).toBeVisible();
  });

  test("may run for ever: the page answers, and Stop ends it", async ({ chat, page }) => {
    await chat.open();
    await show(page, chat, `<script>setTimeout(() => { for (;;); }, 50)</script>`);
    await page.getByRole("textbox", { name: /message/i }).fill("still here");
    await expect(page.getByRole("textbox", { name: /message/i })).toHaveValue("still here");
    await page.getByRole("complementary").getByRole("button", { name: "Stop" }).click();
    await expect(page.locator("iframe")).toHaveCount(0);
    await expect(page.getByText("Stopped. Nothing in the frame runs any more.")).toBeVisible();
    await page.getByRole("button", { name: "Run again" }).click();
    await expect(page.locator("iframe")).toHaveCount(1);
    await page.getByRole("button", { name: "Close document" }).click();
  });

  test("is stopped when it floods the page with messages, forged or not", async ({ chat, page }) => {
    await chat.open();
    const status = page.getByText("Stopped: it sent more messages than this page can take.");
    await show(
      page,
      chat,
      `<script>setInterval(() => { for (let i = 0; i < 5000; i++) {
        parent.postMessage({ html: "<b>forged</b>", type: "ready", id: i, text: "x".repeat(1000) }, "*") } })</script>`,
    );
    await expect(status).toBeVisible();
    await page.getByRole("textbox", { name: /message/i }).fill("still here");
    await expect(page.locator("iframe")).toHaveCount(0);
    await expect(page.locator("b", { hasText: "forged" })).toHaveCount(0);
  });

  test("does not take the keyboard from somebody who types, and is stopped when it goes on", async ({ chat, page }) => {
    await chat.open();
    await show(page, chat, `<input id="i"><script>setTimeout(() => { i.focus(); window.focus() }, 300)</script>`);
    const box = page.getByRole("textbox", { name: /message/i });
    await box.pressSequentially("typed to its end without a gap", { delay: 40 });
    await expect(box).toHaveValue("typed to its end without a gap");
    await expect(box).toBeFocused();
    await box.fill("");
    await show(page, chat, `${BY_LABEL}<script>setTimeout(() => l.click(), 300)</script>`);
    await box.pressSequentially("and to its end once more", { delay: 40 });
    await expect(box).toBeFocused();
    expect((await box.inputValue()).length).toBeGreaterThan(20); // a letter may fall between the theft and its end
    await box.fill("");
    await show(page, chat, `${BY_LABEL}<script>setInterval(() => l.click(), 50)</script>`);
    await box.pressSequentially("and to its end once more", { delay: 40 });
    await expect(page.getByText("Stopped: it kept taking the keyboard away from you.")).toBeVisible();
    await expect(box).toBeFocused();
    await page.keyboard.type("!");
    await expect(box).toHaveValue(/!$/);
  });

  test("may be typed into by whoever clicks it", async ({ chat, page }) => {
    await chat.open();
    await show(page, chat, `<input aria-label="name">`);
    const field = page.frameLocator("iframe").getByRole("textbox", { name: "name" });
    await field.click();
    await page.keyboard.type("Ines");
    await expect(field).toHaveValue("Ines");
  });

  test("may be huge: the page answers while it is built", async ({ chat, page }) => {
    await chat.open();
    await show(page, chat, `<script>for (let i = 0; i < 200000; i++) document.write("<p>line " + i)</script>`);
    const box = page.getByRole("textbox", { name: /message/i });
    const startMs = Date.now();
    await box.fill("still here");
    expect(Date.now() - startMs).toBeLessThan(2000);
  });
});

test("without connection allowlists the frame itself still dials nobody by WebRTC", async ({ chat, page }) => {
  const listener = await listen();
  await page.route("**/artifact-frame", async (route) => {
    const response = await route.fetch();
    const { "connection-allowlist": _, ...headers } = response.headers();
    await route.fulfill({ response, headers });
  });
  await chat.open();
  await show(page, chat, ESCAPES["WebRTC, here and in a frame"]?.(listener) ?? "");
  await page.waitForTimeout(SETTLE_MS);
  expect(listener.seen).toEqual([]);
  listener.close();
});

test("the frame is a page of nothing for whoever opens it alone, and lets no other page frame it", async ({
  server,
  request,
}) => {
  const response = await request.get(`${server.url}/api/artifact-frame`);
  expect(response.headers()["content-security-policy"]).toContain("frame-ancestors 'self'");
  const own = await request.get(server.url);
  expect(own.headers()["content-security-policy"]).toContain("frame-src 'self'");
  expect(own.headers()["content-security-policy"]).not.toContain("sandbox");
});

async function open(chat: { open(): Promise<void> }, page: Page): Promise<URL> {
  await chat.open();
  return new URL(page.url());
}
