// @vitest-environment jsdom
import { act } from "react";
import { expect, it, onTestFinished, vi } from "vitest";
import { chunk, gate, mountChat, press, type } from "../../test-support/mount-chat";

const PAUSE_MS = 3_000;
const MAX_TRIES = 4_000;

it("an answer is read in finished sentences, with room between them to be heard, and never piece by piece", async () => {
  const end = gate();
  const { host, field, find } = await mountChat(async (run) => {
    const pieces = ["Looms ", "are ", "old. ", "They ", "were ", "made ", "of ", "wood. ", "Some ", "still ", "are"];
    let written = "";
    for (const content of pieces) {
      written += content;
      chunk(run, "a1", { content });
      await seen(() => expect(host.textContent).toContain(written.trim())); // each a picture of its own
    }
    await end.opened;
    run.addMessages("agent", [
      { type: "ai", id: "a1", content: "Looms are old. They were made of wood. Some still are" },
    ]);
  });
  const region = await find('[aria-live="polite"]');
  const said = () => [...region.children].map(({ textContent }) => textContent);
  const { pass, seen } = stopClock();
  type(field, "Go");
  press(field, "Enter");
  await seen(() => expect(host.textContent).toContain("Some still are"));
  await seen(() => expect(said()).toEqual(["Looms are old."]));
  end.open();
  await seen(() => expect(field.getAttribute("aria-label")).toBe("Message Assistant")); // the answer has ended
  await pass(PAUSE_MS - 1);
  expect(said()).toEqual(["Looms are old."]);
  await pass(1);
  expect(said()).toEqual(["Looms are old.", "They were made of wood. Some still are"]);
  await pass(10_000);
  expect(said()).toEqual([]); // who reads the page to its end later does not hear it again
});

/** From now on time passes only where the test says so, however busy the machine is. */
function stopClock() {
  const { setTimeout: wait } = globalThis;
  vi.useFakeTimers({ toFake: ["performance", "setTimeout", "clearTimeout"] });
  onTestFinished(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });
  return {
    /** What `vi.waitFor` is, but for the time that passes with it. */
    seen: async (check: () => void): Promise<void> => {
      for (let tries = 1; ; tries += 1) {
        try {
          return check();
        } catch (error) {
          if (tries === MAX_TRIES) throw error;
          await new Promise((done) => wait(done, 5));
        }
      }
    },
    pass: async (ms: number): Promise<void> => {
      vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
      await act(async () => void vi.advanceTimersByTime(ms));
      vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", false);
    },
  };
}
