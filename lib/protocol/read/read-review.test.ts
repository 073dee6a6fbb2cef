import { describe, expect, test } from "vitest";
import { readReviewRequest, reviewResponse } from "./read-review";

const ACTIONS = [
  { name: "send", args: { to: "a@b.example" }, description: "Sends it." },
  { name: "drop", args: "not an object" },
];
const CAMEL = {
  actionRequests: ACTIONS,
  reviewConfigs: [
    { actionName: "drop", allowedDecisions: ["reject", "teleport"] },
    { actionName: "send", allowedDecisions: ["approve", "edit"], argsSchema: { type: "object" } },
  ],
};
const SNAKE = {
  action_requests: ACTIONS,
  review_configs: [
    { action_name: "drop", allowed_decisions: ["reject", "teleport"] },
    { action_name: "send", allowed_decisions: ["approve", "edit"], args_schema: { type: "object" } },
  ],
};

describe("a review that LangChain's middleware asks for", () => {
  test.each([
    ["JavaScript", CAMEL, false],
    ["Python", SNAKE, true],
  ])("is read in the words of %s, each action with the rules of its name", (_, payload, isSnakeCase) => {
    expect(readReviewRequest(payload)).toEqual({
      success: true,
      data: {
        isSnakeCase,
        actions: [
          {
            name: "send",
            args: { to: "a@b.example" },
            description: "Sends it.",
            allowed: ["approve", "edit"],
            argsSchema: { type: "object" },
          },
          { name: "drop", args: {}, description: undefined, allowed: ["reject"], argsSchema: undefined },
        ],
      },
    });
  });

  test("lets approve and reject where no rule names the action", () => {
    const read = readReviewRequest({ actionRequests: [{ name: "send" }], reviewConfigs: [] });
    expect(read.success && read.data.actions[0]?.allowed).toEqual(["approve", "reject"]);
  });

  test.each([
    ["a question", { question: "Which one?" }],
    ["no action", { actionRequests: [], reviewConfigs: [] }],
    ["an action without a name", { actionRequests: [{ args: {} }], reviewConfigs: [] }],
    ["no rules", { actionRequests: ACTIONS }],
    ["rules of another shape", { actionRequests: ACTIONS, reviewConfigs: [{ actionName: 1, allowedDecisions: [] }] }],
    ["words of both", { actionRequests: ACTIONS, review_configs: SNAKE.review_configs }],
    ["text", "approve?"],
    ["nothing", null],
  ])("is not %s", (_, payload) => {
    expect(readReviewRequest(payload).success).toBe(false);
  });

  test.each([
    [CAMEL, "editedAction"],
    [SNAKE, "edited_action"],
  ])("is answered by one ordered list, an edit in the server's own words", (payload, word) => {
    const read = readReviewRequest(payload);
    if (!read.success) throw new Error(read.reason);
    const response = reviewResponse(read.data, [
      { type: "edit", args: { to: "c@d.example" } },
      { type: "reject", message: "no" },
    ]);
    expect(response).toEqual({
      decisions: [
        { type: "edit", [word]: { name: "send", args: { to: "c@d.example" } } },
        { type: "reject", message: "no" },
      ],
    });
  });
});
