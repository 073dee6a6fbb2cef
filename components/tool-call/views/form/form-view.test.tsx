// @vitest-environment jsdom
import { expect, it } from "vitest";
import { mountChat, press, type } from "../../../test-support/mount-chat";

const ARGS = { title: "Picnic", fields: [{ name: "who", label: "Who", kind: "text" }] };

it.each([
  ["Send", "[data-decision=approve]"],
  ["Decline", "[data-decision=decline]"],
])("whoever answers a form with %s is on its card then", async (_, selector) => {
  const { field, find } = await mountChat((run) => {
    if (run.request.command?.resume !== undefined) return;
    const call = { id: "c1", name: "ask_form", args: ARGS };
    run.addMessages("agent", [{ type: "ai", id: "m1", content: "", tool_calls: [call] }]);
    run.interrupt({
      id: "i1",
      value: {
        actionRequests: [{ name: "ask_form", args: ARGS, description: "The agent asks you." }],
        reviewConfigs: [{ actionName: "ask_form", allowedDecisions: ["edit", "decline"] }],
      },
    });
  });
  type(field, "Ask me");
  press(field, "Enter");
  const button = await find(`article form ${selector}`);
  button.focus();
  button.click();
  expect(document.activeElement).toBe(await find("article"));
});
