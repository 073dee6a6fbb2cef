// @vitest-environment jsdom
import { expect, it } from "vitest";
import { chunk, eventually, gate, mountChat, press, type } from "../../test-support/mount-chat";

it("an answer is read in finished sentences, with room between them to be heard, and never piece by piece", async () => {
  const end = gate();
  const { host, field, find } = await mountChat(async (run) => {
    const pieces = ["Looms ", "are ", "old. ", "They ", "were ", "made ", "of ", "wood. ", "Some ", "still ", "are"];
    for (const content of pieces) {
      chunk(run, "a1", { content });
      await new Promise((done) => setTimeout(done, 20)); // each a picture of its own
    }
    await end.opened;
    run.addMessages("agent", [
      { type: "ai", id: "a1", content: "Looms are old. They were made of wood. Some still are" },
    ]);
  });
  const region = await find('[aria-live="polite"]');
  const said: { sentence: string; atMs: number }[] = [];
  const listener = new MutationObserver((changes) => {
    for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
      said.push({ sentence: node.textContent ?? "", atMs: performance.now() });
    }
  });
  listener.observe(region, { childList: true });
  type(field, "Go");
  press(field, "Enter");
  await eventually(() => expect(host.textContent).toContain("Some still are"));
  expect(said.map(({ sentence }) => sentence)).toEqual(["Looms are old."]);
  end.open();
  await eventually(() => expect(said).toHaveLength(2));
  expect(said[1]?.sentence).toBe("They were made of wood. Some still are");
  // three seconds, less what the first took to be seen
  expect((said[1]?.atMs ?? 0) - (said[0]?.atMs ?? 0)).toBeGreaterThanOrEqual(2_500);
});
