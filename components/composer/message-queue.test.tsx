// @vitest-environment jsdom
import { expect, it } from "vitest";
import { z } from "zod";
import { defineHeadlessTool } from "@/lib/headless";
import { eventually, mountChat, press, type } from "../test-support/mount-chat";

it("one line warns before a message cancels calls that wait for the person; the message then does it", async () => {
  const locate = defineHeadlessTool({
    name: "locate",
    title: "Your location",
    description: "Where the person is.",
    reason: "to answer",
    input: z.object({}),
    policy: { consent: "ask" },
  }).implement(() => "here");
  const { field, find, host, transport } = await mountChat(
    (run) => {
      if (transport.started.length > 1) return;
      const call = { id: "k1", name: "locate", args: {} };
      run.addMessages("model", [{ type: "ai", id: "a1", content: "", tool_calls: [call] }]);
      run.interrupt({ id: "i1", value: { type: "tool", toolCall: call } });
    },
    { tools: [locate] },
  );
  type(field, "Where am I?");
  press(field, "Enter");
  await find(".tw-status-words", /A tool waits for you\. Sending a message now cancels it\./);
  type(field, "Never mind");
  press(field, "Enter");
  await eventually(() => expect(host.textContent).toContain("Cancelled"));
  await eventually(() => expect(transport.started).toHaveLength(2));
});
