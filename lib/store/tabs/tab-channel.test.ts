import { expect, it } from "vitest";
import { createTabChannel } from "./tab-channel";
import type { TabNews } from "./tab-news";

function channelOf(name: string) {
  let open = 0;
  const channel = createTabChannel(() => {
    open += 1;
    return new BroadcastChannel(name);
  });
  const heard: TabNews[] = [];
  return { channel, heard, opened: () => open };
}

it("tells the others and not itself, drops what it does not understand, and is open only while somebody listens", async () => {
  const name = crypto.randomUUID();
  const [one, two] = [channelOf(name), channelOf(name)];
  expect(one.opened()).toBe(0);
  const stops = [one, two].map(({ channel, heard }) => channel.listen((news) => heard.push(news)));
  const foreign = new BroadcastChannel(name);
  for (const message of [null, "run-started", { type: "run-started" }, { type: "else", threadId: "t" }]) {
    foreign.postMessage(message);
  }
  one.channel.announce({ type: "run-started", threadId: "t1" });
  await expect.poll(() => two.heard).toEqual([{ type: "run-started", threadId: "t1" }]);
  expect(one.heard).toEqual([]);
  for (const stop of stops) stop();
  two.channel.announce({ type: "thread-deleted", threadId: "t1" }); // by a channel that nobody keeps open
  one.channel.listen((news) => one.heard.push(news))();
  expect([one.opened(), two.opened()]).toEqual([2, 2]);
  foreign.close();
});

it("is silent where there is no such thing", () => {
  const channel = createTabChannel(() => undefined);
  const stop = channel.listen(() => {});
  channel.announce({ type: "run-started", threadId: "t1" });
  stop();
});
