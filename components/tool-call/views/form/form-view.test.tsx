// @vitest-environment jsdom
import { expect, it } from "vitest";
import { eventually, mountChat, press, type } from "../../../test-support/mount-chat";

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

it("answers of fields that share a name, or are called as no record can hold, are all sent", async () => {
  const fields = ["a", "a", "__proto__", "constructor"].map((name, index) => ({
    name,
    label: `Q${index}`,
    kind: "text",
  }));
  const args = { title: "Names", fields };
  const resumes: unknown[] = [];
  const { field, find, host } = await mountChat((run) => {
    if (run.request.command?.resume !== undefined) return void resumes.push(run.request.command.resume);
    const call = { id: "c1", name: "ask_form", args };
    run.addMessages("agent", [{ type: "ai", id: "m1", content: "", tool_calls: [call] }]);
    run.interrupt({
      id: "i1",
      value: {
        actionRequests: [{ name: "ask_form", args, description: "The agent asks you." }],
        reviewConfigs: [{ actionName: "ask_form", allowedDecisions: ["edit", "decline"] }],
      },
    });
  });
  type(field, "Ask me");
  press(field, "Enter");
  const send = await find("article form [data-decision=approve]");
  const inputs = host.querySelectorAll<HTMLInputElement>("article form input");
  for (const [index, input] of inputs.entries()) type(input, `answer ${index}`);
  send.click();
  await eventually(() => expect(resumes).toHaveLength(1));
  expect(JSON.stringify(resumes)).toContain(
    JSON.stringify({ a: "answer 0", a_2: "answer 1", __proto___2: "answer 2", constructor: "answer 3" }),
  );
});
