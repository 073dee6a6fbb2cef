// @vitest-environment jsdom
import { expect, it } from "vitest";
import { chunk, eventually, gate, mountChat, press, type } from "../../test-support/mount-chat";

/** A log that is higher than its place; jsdom lays nothing out. */
function giveHeight(log: HTMLElement): void {
  Object.defineProperty(log, "scrollHeight", { value: 2_000, configurable: true });
  Object.defineProperty(log, "clientHeight", { value: 400, configurable: true });
}

/** A thread in which the first answer is being written. */
async function writing() {
  const ends = [gate(), gate()];
  let runs = 0;
  const chat = await mountChat(async (run) => {
    const end = ends[runs];
    runs += 1;
    chunk(run, `m${runs}`, { content: `Answer ${runs}` });
    await end?.opened;
    run.addMessages("agent", [{ type: "ai", id: `m${runs}`, content: `Answer ${runs}` }]);
  });
  const log = await chat.find("section", "Messages");
  giveHeight(log);
  type(chat.field, "First");
  press(chat.field, "Enter");
  await chat.find("textarea", "Add to the queue");
  await eventually(() => expect(log.textContent).toContain("Answer 1"));
  const letGo = () => {
    press(log, "PageUp");
    log.scrollTop = 100;
    log.dispatchEvent(new Event("scroll"));
  };
  const isBehind = () => chat.host.querySelector(".tw-newest button") !== null;
  return { ...chat, log, ends, letGo, isBehind };
}

it("a message that leaves the queue by itself takes nobody back to the end who reads elsewhere (case 191)", async () => {
  const { field, ends, letGo, isBehind, log, transport } = await writing();
  type(field, "Second");
  press(field, "Enter");
  letGo();
  await eventually(() => expect(isBehind()).toBe(true));
  ends[0]?.open();
  await eventually(() => expect(transport.started).toHaveLength(2));
  await eventually(() => expect(log.textContent).toContain("Answer 2"));
  expect(isBehind()).toBe(true);
  expect(log.scrollTop).not.toBe(2_000);
  ends[1]?.open();
});

it("who goes to the newest message with the keyboard is with the messages then", async () => {
  const { find, letGo, log, isBehind, ends } = await writing();
  letGo();
  const newest = await find(".tw-newest button");
  newest.focus();
  newest.click();
  await eventually(() => expect(isBehind()).toBe(false));
  expect(document.activeElement).toBe(log);
  ends[0]?.open();
});

it("what one sends oneself is seen leaving, wherever one was", async () => {
  const { field, find, ends, letGo, isBehind, log } = await writing();
  ends[0]?.open();
  await find("textarea", "Message Assistant");
  letGo();
  await eventually(() => expect(isBehind()).toBe(true));
  type(field, "Second");
  press(field, "Enter");
  await eventually(() => expect(log.textContent).toContain("Answer 2"));
  await eventually(() => expect([isBehind(), log.scrollTop]).toEqual([false, 2_000]));
  ends[1]?.open();
});
