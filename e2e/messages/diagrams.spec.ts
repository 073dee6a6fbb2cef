import { readFile } from "node:fs/promises";
import type { Locator, Page, Request } from "@playwright/test";
import { violations } from "../support/axe";
import { shiftsOf, watchShifts } from "../support/shifts";
import { type Chat, expect, test } from "../support/test";

const ASK = "Draw a diagram of how a tool runs in this browser";
const FIRST = "How a tool runs in this browser";
const END = "a result that comes twice is taken once";
const FRAME = /\/api\/diagram-frame$/;

test.use({ permissions: ["clipboard-read", "clipboard-write"], serverEnv: { TOOLWEAVE_DEMO_PACE: "60" } });

/** One message with a fence for each of them. */
const draw = (chat: Chat, ...sources: string[]) =>
  chat.send(`Draw this diagram:\n${sources.join("\n```\n\n```mermaid\n")}`);
const picture = (chat: Chat, index = 0): Locator => chat.log.locator(".tw-diagram img").nth(index);
const flow = (name: string) => `flowchart LR\n  accTitle: ${name}\n  a[${name}] --> b`;

/** Looks at each of the diagrams of a settled answer in turn, until it is drawn or says why it is not. */
async function lookAtEach({ log, page }: Chat, count: number): Promise<Locator[]> {
  await expect(log).toContainText("That is all of it.");
  await log.hover();
  await page.mouse.wheel(0, -50); // who reads elsewhere is not led back to the end
  const diagrams = await log.locator(".tw-diagram").all();
  expect(diagrams).toHaveLength(count);
  for (const diagram of diagrams) {
    await diagram.scrollIntoViewIfNeeded();
    await expect(diagram.locator("img, .tw-diagram-note")).toBeVisible();
  }
  return diagrams;
}

/** The code of the first diagram as it stood in the page when a frame was made to draw it. */
async function watchFrame(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const codes: (string | undefined)[] = [];
    Object.assign(window, { codes });
    new MutationObserver((changes) => {
      const added = changes.flatMap(({ addedNodes }) => [...addedNodes]);
      const frames = added.filter((node) => node instanceof HTMLIFrameElement && node.src.endsWith("/diagram-frame"));
      for (const _ of frames) codes.push(document.querySelector(".tw-diagram pre")?.textContent ?? undefined);
    }).observe(document, { childList: true, subtree: true });
  });
  return () => page.evaluate(() => Reflect.get(window, "codes"));
}

test("draws a diagram once its fence is closed, in the place of its code, and nothing moves", async ({
  chat,
  page,
}) => {
  const asked: string[] = [];
  page.on("request", (request) => {
    if (FRAME.test(request.url())) asked.push(request.url());
  });
  await watchShifts(page);
  const seenByFrame = await watchFrame(page);
  await chat.open();
  await chat.send(ASK);
  const first = chat.log.getByRole("img", { name: FIRST });
  await expect(first).toBeVisible();
  await first.evaluate((image) => Object.assign(image, { isTheSame: true }));
  await expect(picture(chat, 1)).toBeVisible();
  await expect(chat.log).toContainText(END);
  expect(await first.evaluate((image) => Reflect.get(image, "isTheSame"))).toBe(true);
  expect(asked).toHaveLength(1);
  expect(await seenByFrame()).toEqual([expect.stringContaining("back --> on([The run goes on])")]);
  const seen = await first.evaluate((image: HTMLImageElement) => ({
    width: image.naturalWidth,
    height: image.naturalHeight,
  }));
  expect(seen.width).toBeGreaterThan(100);
  expect(seen.height).toBeGreaterThan(300);
  expect(await shiftsOf(page)).toBeLessThanOrEqual(0.02);
});

test("says to everybody what a diagram is, by mouse and by keyboard", async ({ chat, page }) => {
  await chat.open();
  await chat.send(ASK);
  await expect(chat.log).toContainText(END);
  const block = chat.log.locator(".tw-code").first();
  await expect(block.getByRole("img")).toHaveAttribute(
    "alt",
    `${FIRST}. The model calls a tool, the run pauses, the person says yes or no, and the run goes on.`,
  );
  await expect(picture(chat, 1)).toHaveAttribute("alt", "Diagram");
  const height = (await block.boundingBox())?.height;
  await block.getByRole("button", { name: "Show the code of the diagram" }).focus();
  await page.keyboard.press("Enter");
  await expect(block.locator("pre code")).toContainText("pause --> ask{May it run?}");
  expect((await block.boundingBox())?.height).toBe(height);
  await page.keyboard.press("Enter");
  await expect(block.getByRole("img")).toBeVisible();
  await block.getByRole("button", { name: "Copy the code" }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^flowchart TD\n {2}accTitle/);
  const download = page.waitForEvent("download");
  await block.getByRole("button", { name: "Save the diagram as SVG" }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe(`${FIRST}.svg`);
  const svg = await readFile(await file.path(), "utf8");
  expect(svg).toMatch(/^<svg [^>]*xmlns="http:\/\/www\.w3\.org\/2000\/svg"/);
  expect(svg).toMatch(/>The<.*> run<.*> pauses</); // each word is a part of its own
  await block.getByRole("button", { name: "Enlarge the diagram" }).click();
  const dialog = page.getByRole("dialog", { name: `${FIRST}.svg` });
  await expect(dialog.getByRole("img")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(block.getByRole("button", { name: "Enlarge the diagram" })).toBeFocused();
});

test("shows the code where it cannot be drawn, and says why", async ({ chat }) => {
  await chat.open();
  await draw(chat, "flowchart TD\n  a --> --> b", "no diagram at all", flow("After all that"));
  const [wrong, unknown, right] = await lookAtEach(chat, 3);
  await expect(wrong?.locator("p") ?? chat.log).toHaveText("The diagram could not be drawn: Parse error on line 2.");
  await expect(wrong?.locator("pre") ?? chat.log).toContainText("a --> --> b");
  await expect(unknown?.locator("p") ?? chat.log).toContainText("could not be drawn: No diagram type");
  await expect(right?.getByRole("img", { name: "After all that" }) ?? chat.log).toBeVisible();
  const empty = await chat.log.locator(".tw-diagram:has(p) > pre").evaluateAll((codes) =>
    codes.map((code) => {
      const lines = document.createRange();
      lines.selectNodeContents(code);
      return code.getBoundingClientRect().height - lines.getBoundingClientRect().height;
    }),
  );
  expect(empty).toHaveLength(2);
  for (const px of empty) expect(px).toBeLessThan(40);
});

const HOSTILE: Readonly<Record<string, string>> = {
  "a click that calls": 'flowchart LR\n  a[one] --> b\n  click a call p("x")\n  click b href "javascript:top.p=1"',
  "HTML in labels": 'flowchart LR\n  a["<img src=x onerror=\'top.p=1\'><b>bold</b>"] --> b["<script>top.p=1</script>"]',
  "directives that loosen": [
    '%%{init: {"securityLevel": "loose", "htmlLabels": true, "flowchart": {"htmlLabels": true}, "maxTextSize": 9000000}}%%',
    "flowchart LR",
    "  a[\"<iframe src='https://evil.example/frame'></iframe><img src='https://evil.example/img' onerror='top.p=1'>\"] --> b",
    '  click a href "https://evil.example/link"',
  ].join("\n"),
  "front matter that loosens": [
    "---",
    "config:",
    "  securityLevel: loose",
    "  themeCSS: '@import url(https://evil.example/css); * { background: url(https://evil.example/bg) }'",
    "  fontFamily: 'x; } * { background: url(https://evil.example/font) } .a {'",
    "---",
    "flowchart LR\n  a --> b",
  ].join("\n"),
  "styles that load":
    "flowchart LR\n  a --> b\n  style a fill:url(https://evil.example/fill)\n  classDef x background:url(https://evil.example/class)\n  class b x",
  "an image as a node": 'flowchart LR\n  a@{ img: "https://evil.example/node.png", label: "x", h: 60, w: 60 } --> b',
  "state styles": "stateDiagram-v2\n  classDef x fill:#f00</style><img src=x onerror=top.p=1>\n  [*] --> a:::x",
};

test("case 185, 187: nothing in a diagram runs, loads or gets out, whatever its source says", async ({
  chat,
  page,
}) => {
  test.setTimeout(120_000);
  const elsewhere: string[] = [];
  const asked: Request[] = [];
  page.on("request", (request) => {
    if (request.url().includes("evil")) asked.push(request);
  });
  page.on("dialog", (dialog) => {
    elsewhere.push(dialog.message());
    void dialog.dismiss();
  });
  await chat.open();
  await draw(chat, ...Object.values(HOSTILE));
  await lookAtEach(chat, Object.keys(HOSTILE).length);
  await expect(chat.log.locator(".tw-diagram img").first()).toBeVisible();
  for (const save of await chat.log.getByRole("button", { name: "Save the diagram as SVG" }).all()) {
    const download = page.waitForEvent("download");
    await save.click();
    const svg = await readFile(await (await download).path(), "utf8");
    const tags = svg.replace(/>[^<]*</g, "><"); // a label may say what it likes
    expect(tags).not.toMatch(/<script|<iframe|\son\w+=|javascript:/i);
    expect(tags.replace('xlink:href="https://evil.example/link"', "")).not.toContain("evil");
    expect(svg).not.toMatch(/@import|url\((?!["']?#)/i);
  }
  // The frame's policy refuses one before it leaves; the browser tells of it all the same.
  for (const request of asked) expect([request.url(), request.failure()?.errorText]).toEqual([request.url(), "csp"]);
  expect(elsewhere).toEqual([]);
  expect(await page.evaluate(() => Reflect.get(window, "p"))).toBeUndefined();
  await expect(chat.log.locator("svg foreignObject, .tw-diagram svg, .tw-diagram iframe")).toHaveCount(0);
});

test("case 187: a message of any other frame is nobody's drawing", async ({ chat, page }) => {
  await chat.open();
  const forged = `{ svg: "<svg xmlns='http://www.w3.org/2000/svg'/>", width: 9, height: 9, title: "forged", description: "" }`;
  await chat.send(`Show this page: <script>setInterval(() => {
    for (const id of [1, 2, 3]) parent.postMessage({ id, ...${forged} }, "*");
    parent.postMessage({ ready: true }, "*");
    parent.postMessage({ type: "signout", height: 9999 }, "*");
  }, 100)</script>`);
  await page.getByRole("button", { name: "Open document" }).click();
  await page.locator("iframe").waitFor();
  await draw(chat, flow("The real one"));
  await expect(chat.log.getByRole("img", { name: "The real one" })).toBeVisible();
  await expect(chat.log.getByRole("img", { name: "forged" })).toHaveCount(0);
});

test("keeps the end of a long diagram's code in sight while it is written", async ({ chat }) => {
  await chat.open();
  const lines = Array.from({ length: 60 }, (_, index) => `  a${index} --> a${index + 1}`);
  await draw(chat, ["flowchart LR", ...lines].join("\n"));
  const code = chat.log.locator(".tw-diagram > pre[data-followed]");
  await expect(code).toContainText("a30 --> a31", { timeout: 30_000 });
  const looks = await code.evaluate((pre) => ({
    below: (pre.firstElementChild?.getBoundingClientRect().bottom ?? 0) - pre.getBoundingClientRect().bottom,
    isLonger: pre.scrollHeight > pre.clientHeight,
  }));
  expect(looks.below).toBeLessThanOrEqual(1);
  expect(looks.isLonger).toBe(true);
});

test("draws any number of diagrams in one frame, and each only once it is in sight", async ({ chat, page }) => {
  await chat.open();
  await page.evaluate(() => {
    const counts = { most: 0 };
    Object.assign(window, { frames_: counts });
    new MutationObserver(() => {
      counts.most = Math.max(counts.most, document.querySelectorAll("iframe").length);
    }).observe(document, { childList: true, subtree: true });
  });
  const names = Array.from({ length: 12 }, (_, index) => `Number ${index + 1}`);
  await draw(chat, ...names.map(flow));
  await expect(chat.log).toContainText("That is all of it.");
  await expect(chat.log.getByRole("img", { name: "Number 12", exact: true })).toBeVisible();
  expect(await page.evaluate(() => Reflect.get(window, "frames_").most)).toBe(1);
  await page.reload();
  await expect(chat.log.getByRole("img", { name: "Number 12", exact: true })).toBeVisible();
  await expect(chat.log.getByRole("img", { name: "Number 3", exact: true })).toHaveCount(0);
  await lookAtEach(chat, 12);
  await expect(chat.log.getByRole("img", { name: "Number 3", exact: true })).toBeVisible();
});

test("follows the colours of the page, without its code between", async ({ chat, page }) => {
  await page.emulateMedia({ colorScheme: "light" });
  await chat.open();
  await draw(chat, flow("Light and dark"));
  const image = chat.log.getByRole("img", { name: "Light and dark" });
  const light = await image.getAttribute("src");
  await page.evaluate(() => {
    const seen = { code: false };
    Object.assign(window, { shownBetween: seen });
    new MutationObserver(() => {
      seen.code ||= document.querySelector(".tw-diagram pre") !== null;
    }).observe(document, { childList: true, subtree: true });
  });
  await page.emulateMedia({ colorScheme: "dark" });
  await expect(image).not.toHaveAttribute("src", light ?? "");
  await page.evaluate(() => {
    document.documentElement.dataset.theme = "light";
  });
  await expect(image).toHaveAttribute("src", light ?? "");
  expect(await page.evaluate(() => Reflect.get(window, "shownBetween").code)).toBe(false);
});

const KINDS = {
  class: "classDiagram\n  Animal <|-- Duck\n  Animal : +int age\n  Animal: +isMammal()",
  state: "stateDiagram-v2\n  [*] --> Still\n  Still --> Moving\n  Moving --> [*]",
  entities: "erDiagram\n  CUSTOMER ||--o{ ORDER : places\n  ORDER ||--|{ ITEM : contains",
  gantt:
    "gantt\n  title Picnic\n  dateFormat YYYY-MM-DD\n  section A\n  Bake :a1, 2026-01-01, 3d\n  Pack :done, after a1, 2d\n  Go :crit, 2026-01-04, 1d",
  pie: 'pie title Pets\n  "Dogs" : 386\n  "Cats" : 85',
  mindmap: "mindmap\n  root((Picnic))\n    Food\n      Bread\n    Blankets",
  timeline: "timeline\n  title Looms\n  1801 : Jacquard\n  1842 : Power",
  git: "gitGraph\n  commit\n  branch dev\n  commit\n  checkout main\n  merge dev",
  journey: "journey\n  title Day\n  section Go\n    Tea: 5: Me\n    Work: 3: Me",
  quadrant: "quadrantChart\n  title Reach\n  x-axis Low --> High\n  y-axis Low --> High\n  A: [0.3, 0.6]",
};

test("draws every kind of diagram that the library knows", async ({ chat }) => {
  test.setTimeout(120_000);
  await chat.open();
  await draw(chat, ...Object.values(KINDS));
  await lookAtEach(chat, Object.keys(KINDS).length);
  await expect(chat.log.locator(".tw-diagram-note")).toHaveCount(0);
});

/** How much of a picture has the ground's colour, and how much the ink's. */
async function inkOf(image: Locator): Promise<{ ground: number; ink: number }> {
  return image.evaluate(async (element: HTMLImageElement) => {
    const probe = document.body.appendChild(document.createElement("span"));
    const partsOf = (colour: string) => {
      probe.style.color = colour;
      return (getComputedStyle(probe).color.match(/\d+/g) ?? []).map(Number);
    };
    const [canvas, text] = [partsOf("Canvas"), partsOf("CanvasText")];
    probe.remove();
    await element.decode();
    const { naturalWidth: width, naturalHeight: height } = element;
    const context = Object.assign(document.createElement("canvas"), { width, height }).getContext("2d");
    if (context === null) throw new Error("no canvas");
    context.fillStyle = `rgb(${canvas.join(" ")})`;
    context.fillRect(0, 0, width, height);
    context.drawImage(element, 0, 0);
    const { data } = context.getImageData(0, 0, width, height);
    const isNear = (colour: number[], at: number) =>
      colour.every((part, index) => Math.abs(part - (data[at + index] ?? 0)) < 40);
    let ground = 0;
    let ink = 0;
    for (let at = 0; at < data.length; at += 4) {
      if (isNear(canvas, at)) ground += 1;
      else if (isNear(text, at)) ink += 1;
    }
    return { ground: (4 * ground) / data.length, ink: (4 * ink) / data.length };
  });
}

test("is drawn in the two colours that hold where they are forced, also when that begins later", async ({
  chat,
  page,
}) => {
  test.setTimeout(120_000);
  await page.emulateMedia({ forcedColors: "none", colorScheme: "light" });
  await chat.open();
  await draw(chat, flow("Forced"), ...Object.values(KINDS));
  const image = chat.log.getByRole("img", { name: "Forced" });
  await lookAtEach(chat, 1 + Object.keys(KINDS).length);
  await image.scrollIntoViewIfNeeded();
  const own = await image.getAttribute("src");
  for (const colorScheme of ["light", "dark"] as const) {
    const before = await image.getAttribute("src");
    await page.emulateMedia({ forcedColors: "active", colorScheme });
    await expect.poll(async () => (await image.getAttribute("src")) === before).toBe(false);
    const { ground, ink } = await inkOf(image);
    expect(ground).toBeGreaterThan(0.8);
    expect(ink).toBeGreaterThan(0.005);
  }
  await page.emulateMedia({ forcedColors: "none", colorScheme: "light" });
  await expect.poll(async () => (await image.getAttribute("src")) === own).toBe(true);
});

test("says so where the page that draws is not to be had", async ({ chat, page }) => {
  await page.route("**/diagram-frame", (route) => route.fulfill({ status: 500, json: { code: "internal" } }));
  await chat.open();
  await draw(chat, flow("Nothing"));
  await expect(chat.log.locator(".tw-diagram-note")).toHaveText("What draws diagrams could not be loaded.");
  await expect(chat.log.locator(".tw-diagram pre")).toContainText("a[Nothing]");
});

for (const colorScheme of ["light", "dark"] as const) {
  for (const width of [1280, 390]) {
    test(`axe finds nothing in it: ${colorScheme}, ${width} px`, async ({ chat, page }) => {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 844 });
      await chat.open();
      await chat.send(ASK);
      await expect(chat.log).toContainText(END);
      await expect(picture(chat)).toBeVisible();
      expect(await violations(page)).toEqual([]);
    });
  }
}
