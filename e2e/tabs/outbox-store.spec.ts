import { resolve } from "node:path";
import { type BrowserContext, expect, type Page, test } from "@playwright/test";
import { build } from "vite";

const root = resolve(import.meta.dirname, "../..");
const ADDRESS = "http://localhost/outbox"; // served by the test itself; a secure origin, so that there are Web Locks

/** The outbox of the product in a page of its own, as one script. */
async function bundle(): Promise<string> {
  const source = `
    import { browserTabs, createBrowserOutboxStore } from "@/lib/store";
    const store = createBrowserOutboxStore("e2e", browserTabs("e2e"));
    window.seen = [];
    window.attach = (threadId) => new Promise((done) => store.attach(threadId, {
      onContent: async (content) => {
        const files = await Promise.all((content?.draft?.attachments ?? []).map(async ({ name, blob }) => name + ": " + await blob.text()));
        window.seen.push({ text: content?.draft?.text, files, queue: content?.queue?.map(({ text }) => text) });
        done();
      },
      onDraft: () => {},
    }));
    window.write = (threadId, text, file, queue) => store.write(threadId, {
      queue: queue.map((text) => ({ id: text, text, cancelsCalls: false })), unsent: [], answers: [], isHeld: false, departing: [],
      draft: { text, attachments: file ? [{ id: "f", name: "plan.txt", blob: new Blob([file]) }] : [] },
    });`;
  const results = await build({
    configFile: false,
    logLevel: "error",
    resolve: { alias: { "@": root } },
    plugins: [
      {
        name: "outbox-page",
        resolveId: (id) => (id === "outbox-page" ? `\0${id}` : undefined),
        load: (id) => (id === "\0outbox-page" ? source : undefined),
      },
    ],
    build: { write: false, rolldownOptions: { input: "outbox-page" } },
  });
  const output = [results].flat().flatMap((result) => ("output" in result ? result.output : []));
  return output.map((chunk) => ("code" in chunk ? chunk.code : "")).join("\n");
}

type Seen = { text?: string; files: string[]; queue?: string[] };
declare global {
  interface Window {
    seen: Seen[];
    attach(threadId: string): Promise<void>;
    write(threadId: string, text: string, file: string | undefined, queue: string[]): void;
  }
}

let script = "";
test.beforeAll(async () => {
  script = await bundle();
});

async function openPage(context: BrowserContext): Promise<Page> {
  await context.route(`${ADDRESS}*`, (route) =>
    route.fulfill({ contentType: "text/html", body: `<script type="module">${script}</script>` }),
  );
  const page = await context.newPage();
  await page.goto(ADDRESS);
  await page.waitForFunction(() => "attach" in window);
  return page;
}

async function attach(page: Page, threadId: string): Promise<Seen[]> {
  await page.evaluate((id) => window.attach(id), threadId);
  return page.evaluate(() => window.seen);
}

/** Until IndexedDB has that many records. */
async function untilKept(page: Page, count: number): Promise<void> {
  const kept = () =>
    page.evaluate(
      () =>
        new Promise<number>((done) => {
          const opening = indexedDB.open("toolweave-outbox");
          opening.onsuccess = () => {
            const counting = opening.result.transaction("records").objectStore("records").count();
            counting.onsuccess = () => {
              opening.result.close();
              done(counting.result);
            };
          };
        }),
    );
  await expect.poll(kept).toBe(count);
}

test("text, files and a queue lie in IndexedDB; a living page keeps its queue, a closed one leaves it, once", async ({
  context,
}) => {
  const first = await openPage(context);
  expect(await attach(first, "t1")).toEqual([{ files: [] }]);
  await first.evaluate(() => window.write("t1", "half a", "the plan", ["queued"]));
  await untilKept(first, 2); // the page's own, and the draft of all
  const others = [await openPage(context), await openPage(context)];
  for (const other of others) {
    expect(await attach(other, "t1")).toEqual([{ text: "half a", files: ["plan.txt: the plan"], queue: [] }]);
  }
  await first.close();
  const queues = async () =>
    (await Promise.all(others.map((other) => other.evaluate(() => window.seen))))
      .flat()
      .flatMap(({ queue }) => queue ?? []);
  await expect.poll(queues).toEqual(["queued"]);
  for (const other of others) await other.close();
  const reloaded = await openPage(context);
  expect(await attach(reloaded, "t1")).toEqual([{ text: "half a", files: ["plan.txt: the plan"], queue: ["queued"] }]);
  await reloaded.evaluate(() => window.write("t1", "", undefined, []));
  await untilKept(reloaded, 0);
});

test("where IndexedDB is missing nothing is kept, and nothing fails", async ({ context }) => {
  await context.addInitScript(() => Object.defineProperty(window, "indexedDB", { value: undefined }));
  const page = await openPage(context);
  const failures: Error[] = [];
  page.on("pageerror", (error) => failures.push(error));
  await page.evaluate(() => window.write("t1", "half a", undefined, []));
  expect(await attach(page, "t1")).toEqual([{ files: [] }]);
  expect(failures).toEqual([]);
});
