// npm run images: pictures of the page's states for the docs, and what a screen reader finds in each, from the
// production build on the demo model.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ensureBuilt } from "./setup/ensure-built.mjs";
import { ensureInstalled } from "./setup/install.mjs";
import { root } from "./setup/run.mjs";
import { say } from "./setup/say.mjs";

await ensureInstalled({ withDevelopment: true });
await ensureBuilt();
const { openBrowser } = await import("../bench/open-browser.mjs");
const { startNext } = await import("../bench/page/next-server.mjs");
const { seedThread } = await import("../e2e/support/long-thread.ts");

const FOLDER = join(root, "docs/images");
const TREES = join(root, "docs/screen-reader.md");
const WIDE = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 844 };
const SUMS = "What is 3 * 12? Also, what is 11 + 49?";

const INTRODUCTION = `# What a screen reader finds

The accessibility tree of each pictured state, as Chromium gives it: roles, names and states, in the order of reading.
Made by \`npm run images\`, together with the pictures.
`;

/**
 * Each state: how it looks, how one gets there, and whether it is held for the picture. Of a text that grows, what
 * comes after `growsAfter` is another in each run.
 */
const STATES = [
  { name: "empty-light", open: () => {} },
  { name: "empty-phone-dark", size: PHONE, scheme: "dark", open: () => {} },
  {
    name: "calls-writing-light",
    isHeld: true,
    open: async (page) => {
      await send(page, SUMS);
      await page.getByRole("article", { name: /^Add: Writing/ }).waitFor();
    },
  },
  {
    name: "calls-done-dark",
    scheme: "dark",
    open: async (page) => {
      await send(page, SUMS);
      await idle(page);
    },
  },
  {
    name: "email-writing-light",
    isHeld: true,
    growsAfter: "than in ten short ones.",
    open: (page) => send(page, "Draft an email to Ines about the picnic"),
  },
  {
    name: "document-writing-light",
    isHeld: true,
    growsAfter: "Seats at the picnic",
    open: async (page) => {
      await send(page, "Write a page with the seats of the picnic table");
      await page.getByRole("button", { name: "Open document" }).click();
    },
  },
  {
    name: "table-writing-dark",
    scheme: "dark",
    isHeld: true,
    growsAfter: "Mars",
    open: (page) => send(page, "Make a table of the planets"),
  },
  {
    name: "chart-done-light",
    open: async (page) => {
      await send(page, "Make a chart of rain in Lisbon");
      await idle(page);
    },
  },
  {
    name: "rich-text-dark",
    scheme: "dark",
    open: async (page) => {
      await send(page, "Show me rich text");
      await idle(page);
      await page.getByRole("heading", { name: "How a twill is planned" }).scrollIntoViewIfNeeded();
    },
  },
  { name: "consent-light", open: (page) => untilConsent(page) },
  { name: "consent-phone-light", size: PHONE, open: (page) => untilConsent(page) },
  {
    name: "streaming-let-go-light",
    isHeld: true,
    growsAfter: "the same thing about the shed",
    open: async (page) => {
      await send(page, "Write a long text");
      await page.waitForFunction(() => (document.querySelector(".tw-log")?.scrollTop ?? 0) > 300);
      await page.getByRole("region", { name: "Messages" }).hover();
      await page.mouse.wheel(0, -160);
      await page.getByRole("button", { name: "Newest" }).waitFor();
    },
  },
  {
    name: "queue-dark",
    scheme: "dark",
    isHeld: true,
    growsAfter: "The warp is the set of threads",
    open: async (page) => {
      await send(page, "Write a long text");
      await page.getByText("This text was written beforehand").waitFor();
      await send(page, "And a shorter one, please");
      await send(page, SUMS);
    },
  },
  {
    name: "edit-light",
    open: async (page) => {
      await send(page, SUMS);
      await idle(page);
      await page.getByRole("textbox", { name: /^Message/ }).press("ArrowUp");
    },
  },
  { name: "search-light", open: (page, url) => search(page, url) },
  { name: "search-phone-dark", size: PHONE, scheme: "dark", open: (page, url) => search(page, url) },
];

mkdirSync(FOLDER, { recursive: true });
const server = await startNext(".", { TOOLWEAVE_DEMO_PACE: "14", TOOLWEAVE_MODEL: "" });
const browser = await openBrowser();
const sections = [];
try {
  for (const state of STATES) {
    const { name, size = WIDE } = state;
    const own = await show(state, size, (page) =>
      page.screenshot({ path: join(FOLDER, `${name}.png`), animations: "disabled", caret: "hide" }),
    );
    const other = await show(state, size === WIDE ? PHONE : WIDE);
    sections.push(`## ${name}\n\n![${name}](images/${name}.png)\n\n${own}\n${other}`);
    say(`docs/images/${name}.png`);
  }
  writeFileSync(TREES, `${INTRODUCTION}\n${sections.join("\n")}`);
  say("docs/screen-reader.md");
} finally {
  await browser.close();
  await server.stop();
}

/** Goes to a state at a width, and gives back what a screen reader finds there. */
async function show({ scheme = "light", isHeld = false, growsAfter, open }, size, look = () => {}) {
  const context = await browser.newContext({
    viewport: size,
    colorScheme: scheme,
    permissions: ["geolocation"],
    geolocation: { latitude: 38.7223, longitude: -9.1393 },
  });
  const page = await context.newPage();
  await page.goto(server.url);
  await page.getByText("Demo model: scripted, not an AI.").waitFor();
  await open(page, server.url);
  if (growsAfter !== undefined) await page.getByText(growsAfter).first().waitFor();
  if (isHeld) server.pause(); // what grows stays as it is, however long the picture takes
  await look(page);
  const tree = (await stillTree(page)).replace(new RegExp(`(?<=${growsAfter}).*`), " …");
  if (isHeld) server.goOn();
  await context.close();
  return `At ${size.width} px:\n\n\`\`\`yaml\n${tree}\n\`\`\`\n`;
}

/** The accessibility tree once nothing moves any more, without the times that it took and the digit just written. */
async function stillTree(page) {
  let [before, tree] = ["", await page.locator("body").ariaSnapshot()];
  while (tree !== before) {
    await page.waitForTimeout(500);
    [before, tree] = [tree, await page.locator("body").ariaSnapshot()];
  }
  return tree.replace(/\d+(\.\d+)?(?= s\b| tokens\/s)/g, "…").replace(/\d+(?= \+ ⋯| characters\b)/g, "⋯");
}

async function send(page, text) {
  const field = page.getByRole("textbox", { name: /^(Message|Add to the queue)/ });
  await field.fill(text);
  await field.press("Enter");
}

function idle(page) {
  return page.locator(".tw-status[data-status=idle]").waitFor();
}

async function untilConsent(page) {
  await send(page, "Where am I?");
  await page.getByRole("button", { name: "Approve" }).waitFor();
}

async function search(page, url) {
  const threadId = await seedThread(page, url, 10_000);
  await page.goto(`${url}/t/${threadId}`);
  await page.locator('[data-message="m-9999"]').waitFor();
  await page.getByRole("button", { name: "Find in this thread" }).click();
  await page.getByRole("textbox", { name: "Find in this thread" }).fill("item 700?");
  await page.getByText(/^1 of \d+/).waitFor();
  await page.getByText("item 700?").last().waitFor();
}
