import type { Page, TestInfo } from "@playwright/test";
import { CARD_SCRIPTS, type CardScript } from "../support/card-scripts";
import { type ScriptedProvider, startScriptedProvider } from "../support/scripted-provider";
import { type RunningServer, startToolweave } from "../support/server";
import { shiftListOf, watchShifts } from "../support/shifts";
import { boxOf, logOf, send } from "../support/tabs";
import { expect, test } from "../support/test";

/** A fifth of what the web's own measure calls good, for all that one answer moves from its question to its end. */
const MAX_SHIFT = 0.02;
/** The browser forgives what moves within half a second of a key: no answer begins so early that it would count less. */
const THINK_MS = 700;
/** Chunks a second, and where: first where the thread has room below, then at its end, which is followed. */
const ASKED = {
  1280: { "250/s, in an empty thread": 250, "full speed, at the end": 0 },
  390: { "full speed, in an empty thread": 0, "60/s, at the end": 60 },
} as const;

const statusOf = (page: Page, status: string) => page.locator(`.tw-status[data-status=${status}]`);

let provider: ScriptedProvider;
let server: RunningServer;

test.beforeAll(async () => {
  provider = await startScriptedProvider(new Map(CARD_SCRIPTS.map(({ what, answers }) => [questionOf(what), answers])));
  server = await startToolweave({
    TOOLWEAVE_MODEL: "openai:scripted",
    OPENAI_API_KEY: "test-key",
    OPENAI_BASE_URL: provider.url,
  });
});
test.afterAll(async () => {
  await server.stop();
  await provider.stop();
});

for (const width of [1280, 390] as const) {
  test.describe(`${width} px`, () => {
    test.use({ viewport: { width, height: width === 390 ? 844 : 900 } });

    for (const script of CARD_SCRIPTS) {
      test(`nothing jumps while the agent writes ${script.what}`, async ({ page }, info) => {
        test.setTimeout(90_000);
        await watchShifts(page);
        await page.goto(server.url);
        await boxOf(page).waitFor();
        await page.getByText(/can use \d+ tools/).waitFor(); // what is sent before does not go at once
        for (const [how, chunksPerSecond] of Object.entries(ASKED[width])) {
          provider.pace = { chunksPerSecond, thinkMs: THINK_MS };
          await measure(page, script, how, info);
        }
      });
    }
  });
}

async function measure(page: Page, script: CardScript, how: string, info: TestInfo): Promise<void> {
  const before = (await shiftListOf(page)).length;
  const cardsBefore = await logOf(page).getByRole("article").count();
  await send(page, questionOf(script.what));
  await expect(statusOf(page, "submitting").or(statusOf(page, "streaming"))).toBeVisible();
  if (script.decides !== undefined) {
    await statusOf(page, "awaiting-human").waitFor();
    await page.waitForTimeout(300); // what comes late would be missed, or forgiven with the click
    await page.getByRole("button", { name: script.decides, exact: true }).last().click();
  }
  await statusOf(page, script.ends ?? "idle").waitFor({ timeout: 30_000 });
  const cards = logOf(page).getByRole("article");
  await expect(cards).toHaveCount(cardsBefore + script.cards.length);
  for (const [index, name] of script.cards.entries()) {
    await expect(cards.nth(cardsBefore + index)).toHaveAccessibleName(name);
  }
  await page.waitForTimeout(300);
  const shifts = (await shiftListOf(page)).slice(before);
  const sum = shifts.reduce((total, { value }) => total + value, 0);
  info.annotations.push({ type: `layout shift, ${how}`, description: sum.toFixed(4) });
  expect
    .soft(sum, `${how}: ${JSON.stringify(shifts.toSorted((a, b) => b.value - a.value).slice(0, 12), null, 2)}`)
    .toBeLessThanOrEqual(MAX_SHIFT);
}

const questionOf = (what: string) => `Show me ${what}`;
