import { afterEach, expect, it } from "vitest";
import { createBrowser } from "./test-support/browser";
import { createWorld, sayCall } from "./test-support/session";

const opened: { close(): void }[] = [];
afterEach(() => {
  for (const one of opened.splice(0)) one.close();
});

const TO_ADA = { to: "ada@example.org" };
const TO_BEN = { to: "ben@example.org" };
const TO_CLEO = { to: "cleo@example.org" };
const TO_DAN = { to: "dan@example.org" };
const allowed = { actionName: "send_mail", allowedDecisions: ["approve", "edit", "reject"] };
const reviewOf = (all: readonly object[]) => ({
  actionRequests: all.map((args) => ({ name: "send_mail", args })),
  reviewConfigs: all.map(() => allowed),
});

/** An agent that may send two mails when the person has looked at both, and then asks `next` in the same interrupt. */
async function asked(next?: readonly object[]) {
  const heard: unknown[] = [];
  const world = createWorld((run) => {
    const answer = run.answerTo("r1");
    if (answer !== undefined) heard.push(answer);
    const asks = heard.length === 0 ? [TO_ADA, TO_BEN] : heard.length === 1 ? next : undefined;
    if (asks === undefined) {
      run.addMessages("model", [{ type: "ai", id: "done", content: "Done." }]);
      return;
    }
    const id = `a${heard.length}`;
    const calls = asks.map((args, index) => ({ id: `${id}.${index}`, name: "send_mail", args }));
    calls.forEach((call, index) => {
      sayCall(run, id, index, call.id, call.name, JSON.stringify(call.args));
    });
    run.addMessages("model", [{ type: "ai", id, content: "", tool_calls: calls }]);
    run.interrupt({ id: "r1", value: reviewOf(asks) });
  });
  const browser = createBrowser();
  opened.push(world, browser);
  const openTab = (threadId?: string) => {
    const page = browser.openTab();
    const tab = world.openTab({ ...(threadId === undefined ? {} : { threadId }), outboxStore: page.outboxStore });
    return {
      ...tab,
      decide: (position: number, decision: Parameters<typeof tab.session.decide>[1]) =>
        tab.session.decide(tab.calls().at(position)?.key ?? "", decision),
      phases: () => tab.calls().map(({ phase }) => phase),
      close: () => {
        tab.session.dispose();
        page.close();
      },
    };
  };
  const tab = openTab();
  await tab.session.submit("go");
  const { threadId = "" } = await tab.untilStatus("awaiting-human");
  const kept = async () => JSON.stringify(await browser.shelf.recordsOf(JSON.stringify(["t", threadId])));
  return { ...world, heard, openTab, tab, threadId, kept };
}

const APPROVE = { type: "approve" } as const;
const DECLINE = { type: "decline", reason: "not Ben" } as const;
const BOTH = { decisions: [{ type: "approve" }, { type: "reject", message: "not Ben" }] };

it("what was decided of a review outlives a reload, is not asked again, and goes out with the rest", async () => {
  const { server, heard, openTab, tab, threadId, kept } = await asked();
  await tab.decide(1, DECLINE);
  await expect.poll(kept).toContain("not Ben");
  tab.close();

  const after = openTab(threadId);
  await after.until(() => after.phases().join() === "consent,declined");
  expect(after.state().status).toBe("awaiting-human");
  expect([heard, server.started.length]).toEqual([[], 1]);
  await after.decide(0, APPROVE);
  await after.untilStatus("idle");
  expect(heard).toEqual([BOTH]);
  await expect.poll(kept).toBe("[]");
});

it("what was decided of a review is kept while another thread is shown, an edit too", async () => {
  const { heard, tab, threadId } = await asked();
  await tab.decide(0, { type: "edit", args: TO_CLEO });
  await tab.session.open(undefined);
  await tab.session.open(threadId);
  await tab.until(() => tab.phases().length === 2 && tab.phases()[1] === "consent");
  expect(tab.phases()[0]).not.toBe("consent");
  expect(heard).toEqual([]);
  await tab.decide(1, APPROVE);
  await tab.untilStatus("idle");
  const editedAction = { name: "send_mail", args: TO_CLEO };
  expect(heard).toEqual([{ decisions: [{ type: "edit", editedAction }, { type: "approve" }] }]);
});

it("what was decided is dropped where the review was answered meanwhile", async () => {
  const { server, heard, openTab, tab, threadId, kept } = await asked();
  await tab.decide(1, DECLINE);
  await expect.poll(kept).toContain("not Ben");
  tab.close();
  const resume = { r1: { decisions: [APPROVE, APPROVE] } };
  await server.createRun(threadId, { assistant_id: "agent", input: null, command: { resume } });

  const after = openTab(threadId);
  await after.until((state) => state.status === "idle" && after.texts().at(-1) === "ai: Done.");
  await expect.poll(kept).toBe("[]");
  expect(after.state()).toMatchObject({ problem: undefined, draft: { text: "" } });
  expect([heard.length, server.started.length]).toEqual([1, 2]);
});

it("what was decided says nothing of other calls, though their interrupt has the same name", async () => {
  const { server, heard, openTab, tab, threadId, kept } = await asked([TO_CLEO, TO_DAN]);
  await tab.decide(1, DECLINE);
  await expect.poll(kept).toContain("not Ben");
  tab.close();
  const resume = { r1: { decisions: [APPROVE, APPROVE] } };
  await server.createRun(threadId, { assistant_id: "agent", input: null, command: { resume } });

  const after = openTab(threadId);
  await after.until(() => after.phases().length === 4);
  await after.until(() => after.phases().slice(2).join() === "consent,consent");
  await after.decide(2, APPROVE);
  await after.decide(3, APPROVE);
  await after.untilStatus("idle");
  expect(heard).toEqual([{ decisions: [APPROVE, APPROVE] }, { decisions: [APPROVE, APPROVE] }]);
});

it("what was decided in two tabs is not sent by the page that finds both: one is asked again", async () => {
  const { server, heard, openTab, tab, threadId, kept } = await asked();
  const other = openTab(threadId);
  await other.until(() => other.phases().join() === "consent,consent");
  await tab.decide(0, APPROVE);
  await other.decide(1, DECLINE);
  await expect.poll(kept).toMatch(/approve.*not Ben|not Ben.*approve/);
  tab.close();
  other.close();

  const after = openTab(threadId);
  await after.until(() => after.phases().join() === "consent,declined");
  expect([heard, server.started.length]).toEqual([[], 1]);
  await after.decide(0, APPROVE);
  await after.untilStatus("idle");
  expect(heard).toEqual([BOTH]);
});
