import { tool } from "@langchain/core/tools";
import { humanInTheLoopMiddleware } from "langchain";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import type { Middleware } from "../config";
import { createFixture, type Fixture } from "../test-support/fixture";
import { messages } from "../test-support/run-until";
import { callPieces } from "../test-support/scripted-model";
import { reviewTools } from "./review-tools";

const ASK = { input: { messages: [{ type: "human", id: "q", content: "send both" }] } };

const ADA = { to: "ada@example.org", text: "hello" };
const BEN = { to: "ben@example.org", text: "hello" };
const TWO_MAILS = [...callPieces(0, "k1", "send_mail", ADA), ...callPieces(1, "k2", "send_mail", BEN)];

/** An agent that writes two emails at once, under a review; `sent` is what really went out. */
async function createMailer(review: (send: ReturnType<typeof mailTool>["send"]) => Middleware, calls = TWO_MAILS) {
  const { send, sent } = mailTool();
  const { send: note, sent: noted } = mailTool("note");
  const fixture = await createFixture((_, turn) => (turn === 1 ? calls : ["Done."]), {
    agents: { agent: { title: "Mailer", prompt: "", tools: [send, note], middleware: [review(send)] } },
  });
  const threadId = await fixture.client.newThread();
  await fixture.client.run(threadId, ASK);
  return { ...fixture, threadId, sent, noted };
}

function mailTool(name = "send_mail") {
  const sent: unknown[] = [];
  const send = tool(
    (mail) => {
      sent.push(mail);
      return `sent to ${mail.to}`;
    },
    { name, description: "Sends.", schema: z.object({ to: z.string(), text: z.string().min(1) }) },
  );
  return { send, sent };
}

async function pending({ client }: Fixture, threadId: string) {
  const state = (await client.call("GET", `/threads/${threadId}/state`)).body;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever came and compares it
  return state.tasks.flatMap((task: any) => task.interrupts) as { id: string; value: Record<string, unknown> }[];
}

async function decide(fixture: Fixture, threadId: string, decisions: unknown[]) {
  const [interrupt] = await pending(fixture, threadId);
  await fixture.client.run(threadId, { command: { resume: { [interrupt?.id ?? ""]: { decisions } } } });
  return await messages(fixture.client, threadId);
}

const PAYLOAD = {
  actionRequests: [
    { name: "send_mail", args: { to: "ada@example.org", text: "hello" }, description: expect.any(String) },
    { name: "send_mail", args: { to: "ben@example.org", text: "hello" }, description: expect.any(String) },
  ],
};

describe("reviewTools", () => {
  test("pauses with LangChain's payload before anything runs, with the schema for an edit", async () => {
    const mailer = await createMailer((send) => reviewTools([{ tool: send, description: "An email leaves." }]));
    const [interrupt, ...others] = await pending(mailer, mailer.threadId);
    expect(others).toEqual([]);
    expect(interrupt?.value).toEqual({
      ...PAYLOAD,
      reviewConfigs: Array.from({ length: 2 }, () => ({
        actionName: "send_mail",
        allowedDecisions: ["approve", "edit", "reject", "respond"],
        argsSchema: expect.objectContaining({ required: ["to", "text"] }),
      })),
    });
    expect(mailer.sent).toEqual([]);
  });

  test("runs what is approved, answers what is rejected, and asks the model once", async () => {
    const mailer = await createMailer((send) => reviewTools([{ tool: send }]));
    const state = await decide(mailer, mailer.threadId, [
      { type: "reject", message: "not to Ada" },
      { type: "approve" },
    ]);
    expect(mailer.sent).toEqual([{ to: "ben@example.org", text: "hello" }]);
    expect(state.filter(({ type }) => type === "tool")).toMatchObject([
      { tool_call_id: "k1", status: "error", content: expect.stringContaining("not to Ada") },
      { tool_call_id: "k2", status: "success", content: "sent to ben@example.org" },
    ]);
    expect(mailer.model.asked).toHaveLength(2);
  });

  test("the answers stand in the order of the calls, also where one is rejected behind one that runs", async () => {
    const mailer = await createMailer((send) => reviewTools([{ tool: send }]));
    const state = await decide(mailer, mailer.threadId, [
      { type: "approve" },
      { type: "reject", message: "not to Ben" },
    ]);
    expect(state.filter(({ type }) => type === "tool").map((message) => message.tool_call_id)).toEqual(["k1", "k2"]);
    expect(mailer.sent).toEqual([{ to: "ada@example.org", text: "hello" }]);
    expect(mailer.model.asked).toHaveLength(2);
  });

  test("runs an edit with the person's arguments, keeps the model's call, and tells the model", async () => {
    const mailer = await createMailer((send) => reviewTools([{ tool: send }]));
    const args = { to: "ada@example.org", text: "good morning" };
    const state = await decide(mailer, mailer.threadId, [
      { type: "edit", editedAction: { name: "send_mail", args } },
      { type: "respond", message: "I will write to Ben myself" },
    ]);
    expect(mailer.sent).toEqual([args]);
    const [call, ...results] = state.slice(1);
    expect(call?.tool_calls?.[0]?.args).toEqual({ to: "ada@example.org", text: "hello" });
    const answers = results.filter(({ type }) => type === "tool");
    expect(answers).toContainEqual(
      expect.objectContaining({
        tool_call_id: "k1",
        content: expect.stringMatching(/^sent to ada@example.org\n\n\(The person changed .*good morning/),
        additional_kwargs: { edited_args: args, toolweave: { resultChars: "sent to ada@example.org".length } },
      }),
    );
    expect(answers).toContainEqual(
      expect.objectContaining({ tool_call_id: "k2", status: "success", content: "I will write to Ben myself" }),
    );
  });

  test("goes on to the model when every call was answered in its place", async () => {
    const mailer = await createMailer((send) => reviewTools([{ tool: send }]));
    const state = await decide(mailer, mailer.threadId, [{ type: "reject" }, { type: "respond", message: "done" }]);
    expect(mailer.sent).toEqual([]);
    expect(state.at(-1)).toMatchObject({ type: "ai", content: "Done." });
  });

  test("an edit that the tool's schema refuses runs nothing and is an error for the model", async () => {
    const mailer = await createMailer((send) => reviewTools([{ tool: send }]));
    const state = await decide(mailer, mailer.threadId, [
      { type: "edit", editedAction: { name: "send_mail", args: { to: "ada@example.org", text: "" } } },
      { type: "reject" },
    ]);
    expect(mailer.sent).toEqual([]);
    expect(state.filter(({ type }) => type === "tool").map(({ status }) => status)).toEqual(["error", "error"]);
  });

  test("a decision that is not allowed fails the run, and the question stays open", async () => {
    const mailer = await createMailer((send) => reviewTools([{ tool: send, allowed: ["approve", "reject"] }]));
    await decide(mailer, mailer.threadId, [{ type: "respond", message: "no" }, { type: "approve" }]);
    expect(mailer.sent).toEqual([]);
    expect(await pending(mailer, mailer.threadId)).toHaveLength(1);
  });

  test("a new message instead of a decision closes the calls, and history stays valid", async () => {
    const mailer = await createMailer((send) => reviewTools([{ tool: send }]));
    await mailer.client.run(mailer.threadId, { input: { messages: [{ type: "human", content: "never mind" }] } });
    const state = await messages(mailer.client, mailer.threadId);
    expect(state.map(({ type, status }) => status ?? type)).toEqual(["human", "ai", "error", "error", "human", "ai"]);
    expect(mailer.sent).toEqual([]);
  });
});

describe("the ids of calls are the provider's: what the person rejected never runs", () => {
  const review = (send: ReturnType<typeof mailTool>["send"]) => reviewTools([{ tool: send }]);

  test.each(["__proto__", "constructor"])("also with the id %j", async (id) => {
    const mailer = await createMailer(review, callPieces(0, id, "send_mail", ADA));
    const state = await decide(mailer, mailer.threadId, [{ type: "reject", message: "not to Ada" }]);
    expect(mailer.sent).toEqual([]);
    expect(state.filter(({ type }) => type === "tool")).toMatchObject([
      { status: "error", content: expect.stringContaining("not to Ada") },
    ]);
  });

  test("nor with a sibling of the same id that is approved", async () => {
    const calls = [...callPieces(0, "k", "send_mail", ADA), ...callPieces(1, "k", "send_mail", BEN)];
    const mailer = await createMailer(review, calls);
    await decide(mailer, mailer.threadId, [{ type: "reject" }, { type: "approve" }]);
    expect(mailer.sent).toEqual([]);
    expect(mailer.model.asked).toHaveLength(2);
  });

  test("calls of one id that are all approved run", async () => {
    const calls = [...callPieces(0, "k", "send_mail", ADA), ...callPieces(1, "k", "send_mail", BEN)];
    const mailer = await createMailer(review, calls);
    await decide(mailer, mailer.threadId, [{ type: "approve" }, { type: "approve" }]);
    expect(mailer.sent).toEqual([ADA, BEN]);
  });

  test("and a sibling that nobody reviews runs as the model called it", async () => {
    const calls = [...callPieces(0, "k", "send_mail", ADA), ...callPieces(1, "k", "note", BEN)];
    const mailer = await createMailer(review, calls);
    const args = { ...ADA, text: "good morning" };
    await decide(mailer, mailer.threadId, [{ type: "edit", editedAction: { args } }]);
    expect(mailer.noted).toEqual([BEN]);
    expect(mailer.sent).toEqual([args]);
  });
});

describe("LangChain's own humanInTheLoopMiddleware", () => {
  const stock = () => humanInTheLoopMiddleware({ interruptOn: { send_mail: true } } as never); // as its documentation says it

  test("is taken as an agent's middleware: one interrupt, one ordered list of decisions", async () => {
    const mailer = await createMailer(stock);
    const [interrupt] = await pending(mailer, mailer.threadId);
    expect(interrupt?.value).toMatchObject(PAYLOAD);
    await decide(mailer, mailer.threadId, [
      { type: "approve" },
      { type: "edit", editedAction: { name: "send_mail", args: { to: "ben@example.org", text: "bye" } } },
    ]);
    expect(mailer.sent).toEqual([
      { to: "ada@example.org", text: "hello" },
      { to: "ben@example.org", text: "bye" },
    ]);
  });

  test("a new message instead of a decision closes its calls too", async () => {
    const mailer = await createMailer(stock);
    await mailer.client.run(mailer.threadId, { input: { messages: [{ type: "human", content: "never mind" }] } });
    const state = await messages(mailer.client, mailer.threadId);
    expect(state.map(({ type, status }) => status ?? type)).toEqual(["human", "ai", "error", "error", "human", "ai"]);
  });
});

test("an agent with two tools of one name does not start", async () => {
  const { send } = mailTool();
  const agents = { agent: { title: "Mailer", prompt: "", tools: [send, mailTool().send] } };
  const { handlers } = await createFixture(() => [""], { agents });
  await expect(async () => handlers.start()).rejects.toThrow(/two tools called "send_mail"/);
});
