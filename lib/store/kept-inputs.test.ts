import { afterEach, expect, it } from "vitest";
import { inputAt } from "./outbox/kept-input";
import { createBrowser } from "./test-support/browser";
import { createWorld, sayCall } from "./test-support/session";

const opened: { close(): void }[] = [];
afterEach(() => {
  for (const one of opened.splice(0)) one.close();
});

const ALLOWED = { actionName: "ask_form", allowedDecisions: ["approve", "edit", "reject"] };
const TEA = { title: "Tea" };
const CAKE = { title: "Cake" };

/** An agent whose interrupt, always of the same name, asks for a form, and for another once that is answered. */
async function asked() {
  const world = createWorld((run) => {
    const answers = run.answerTo("r1") === undefined ? 0 : 1;
    const args = answers === 0 ? TEA : CAKE;
    sayCall(run, `a${answers}`, 0, "call", "ask_form", JSON.stringify(args));
    run.addMessages("model", [
      { type: "ai", id: `a${answers}`, content: "", tool_calls: [{ id: "call", name: "ask_form", args }] },
    ]);
    run.interrupt({
      id: "r1",
      value: { actionRequests: [{ name: "ask_form", args }], reviewConfigs: [ALLOWED] },
    });
  });
  const browser = createBrowser();
  opened.push(world, browser);
  const openTab = (threadId?: string) => {
    const page = browser.openTab();
    const tab = world.openTab({ ...(threadId === undefined ? {} : { threadId }), outboxStore: page.outboxStore });
    const close = () => {
      tab.session.dispose();
      page.close();
    };
    return { ...tab, close };
  };
  const tab = openTab();
  await tab.session.submit("go");
  const { threadId = "" } = await tab.untilStatus("awaiting-human");
  const kept = async () => JSON.stringify(await browser.shelf.recordsOf(JSON.stringify(["t", threadId])));
  return { ...world, openTab, tab, threadId, kept };
}

const placeFor = (about: object, interruptId = "r1") => ({ name: "form", about, interruptId });

it("what was written in a form outlives a reload, and goes with the answer", async () => {
  const { openTab, tab, threadId, kept } = await asked();
  tab.session.keepInput(placeFor(TEA), "green, and");
  await expect.poll(kept).toContain("green, and");
  tab.close();

  const after = openTab(threadId);
  await after.until(({ inputs }) => inputAt(inputs, placeFor(TEA)) === "green, and");
  await after.untilStatus("awaiting-human");
  expect(inputAt(after.state().inputs, placeFor(TEA))).toBe("green, and");
  await after.session.decide(after.calls().at(0)?.key ?? "", { type: "edit", args: { title: "Tea", answer: "green" } });
  await after.until(({ inputs }) => inputs.length === 0);
  await expect.poll(kept).toBe("[]");
});

it("what was written is of one thing: another form under the same names, or another thread, does not get it", async () => {
  const { tab, threadId } = await asked();
  tab.session.keepInput(placeFor(TEA), "green");
  const { inputs } = tab.state();
  expect(inputAt(inputs, placeFor(CAKE))).toBeUndefined();
  expect(inputAt(inputs, placeFor(TEA, "r2"))).toBeUndefined();
  expect(inputAt(inputs, { ...placeFor(TEA), name: "other" })).toBeUndefined();

  await tab.session.open(undefined);
  expect(tab.state().inputs).toEqual([]);
  await tab.session.open(threadId);
  await tab.until((state) => inputAt(state.inputs, placeFor(TEA)) === "green");
});

it("what was written is dropped when the form was answered meanwhile, though the next interrupt has the same name", async () => {
  const { server, openTab, tab, threadId, kept } = await asked();
  tab.session.keepInput(placeFor(TEA, "r0"), "of a form that waits no more");
  tab.session.keepInput({ name: "message", about: "hello" }, "of no interrupt");
  await expect.poll(kept).toContain("of no interrupt");
  tab.close();
  const resume = { r1: { decisions: [{ type: "approve" }] } };
  await server.createRun(threadId, { assistant_id: "agent", input: null, command: { resume } });

  const after = openTab(threadId);
  await after.until(({ inputs, status }) => status === "awaiting-human" && inputs.length === 1);
  expect(after.state().inputs).toEqual([{ name: "message", about: "hello", value: "of no interrupt" }]);
});

it("what is written is newer than what was kept and read later, box by box; left empty it is gone", async () => {
  const { openTab, tab, threadId, kept } = await asked();
  tab.session.keepInput(placeFor(TEA), "old");
  tab.session.keepInput({ ...placeFor(TEA), name: "second" }, "kept");
  await expect.poll(kept).toContain("kept");
  tab.close();

  const after = openTab(threadId);
  after.session.keepInput(placeFor(TEA), "new");
  await after.until(({ inputs }) => inputAt(inputs, { ...placeFor(TEA), name: "second" }) === "kept");
  expect(inputAt(after.state().inputs, placeFor(TEA))).toBe("new");
  after.session.keepInput(placeFor(TEA), undefined);
  after.session.keepInput({ ...placeFor(TEA), name: "second" }, undefined);
  await expect.poll(kept).toBe("[]");
});
