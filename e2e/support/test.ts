import { test as base, expect, type Locator, type Page } from "@playwright/test";
import { type RunningServer, startToolweave } from "./server";
import { boxOf, logOf, send } from "./tabs";
import { watchPolicy } from "./watch-policy";

export { expect } from "@playwright/test";

type Options = { serverEnv: Record<string, string> };
type Fixtures = {
  chat: Chat;
  /** What the policy may refuse in a test that tries just that. */
  mayBeRefused: RegExp | undefined;
  policy: readonly string[];
};

/** The page as a person uses it. */
export type Chat = {
  readonly page: Page;
  /** The messages of the thread. */
  readonly log: Locator;
  open(path?: string): Promise<void>;
  send(text: string): Promise<void>;
};

/** Browser tests with a Toolweave of their own for each worker and set of `serverEnv`; whatever the page's policy refuses fails the test. */
export const test = base.extend<Fixtures, Options & { server: RunningServer }>({
  serverEnv: [{}, { option: true, scope: "worker" }],
  server: [
    async ({ serverEnv }, use) => {
      const server = await startToolweave({ TOOLWEAVE_DEMO_PACE: "200", ...serverEnv });
      await use(server);
      await server.stop();
    },
    { scope: "worker" },
  ],
  mayBeRefused: [undefined, { option: true }],
  policy: [
    async ({ context, mayBeRefused }, use) => {
      const violations = await watchPolicy(context);
      await use(violations);
      expect(violations.filter((words) => !mayBeRefused?.test(words))).toEqual([]);
    },
    { auto: true },
  ],
  chat: async ({ page, server }, use) => {
    await use({
      page,
      log: logOf(page),
      async open(path = "/") {
        await page.goto(server.url + path);
        await boxOf(page).waitFor();
      },
      send: (text) => send(page, text),
    });
  },
});
