import { type ScriptedProvider, startScriptedProvider } from "../support/scripted-provider";
import { type RunningServer, startToolweave } from "../support/server";
import { boxOf, logOf, send } from "../support/tabs";
import { expect, test } from "../support/test";

const FORM = {
  title: "The picnic",
  fields: [
    { name: "name", label: "Your name", kind: "text" },
    { name: "guests", label: "How many come?", kind: "number" },
    { name: "date", label: "When?", kind: "date" },
    { name: "day", label: "Which day?", kind: "choice", options: ["Saturday", "Sunday"] },
    { name: "vegetarian", label: "We eat no meat", kind: "yes_no" },
    { name: "wishes", label: "Anything else?", kind: "long_text" },
  ],
};
const MAIL = { to: "ines@example.com", subject: "The picnic", body: "Shall we?" };

let provider: ScriptedProvider;
let server: RunningServer;

test.beforeAll(async () => {
  const script = (name: string, args: object) => [{ calls: [{ name, args }] }, { text: "That is settled." }];
  provider = await startScriptedProvider(
    new Map([
      ["Ask me", script("ask_form", FORM)],
      ["Ask me again", script("ask_form", FORM)],
      ["Write to Ines", script("send_email", MAIL)],
    ]),
  );
  server = await startToolweave({
    TOOLWEAVE_MODEL: "openai:scripted",
    OPENAI_API_KEY: "test-key",
    OPENAI_BASE_URL: provider.url,
  });
});
test.afterAll(async () => {
  await server.stop();
  await provider.stop();
});

test("a half-filled form is as it was after a reload, is sent so, and the next form is empty", async ({ page }) => {
  await page.goto(server.url);
  await send(page, "Ask me");
  const form = page.getByRole("form", { name: "The picnic" });
  await form.getByLabel("Your name").fill("Ada");
  await form.getByLabel("How many come?").fill("2.5");
  await form.getByLabel("When?").fill("2031-05-04");
  await form.getByLabel("Which day?").selectOption("Sunday");
  await form.getByLabel("We eat no meat").check();
  await form.getByLabel("Anything else?").pressSequentially("Shade,\nplease");

  await page.reload();
  await expect(form.getByLabel("Your name")).toHaveValue("Ada");
  await expect(form.getByLabel("How many come?")).toHaveValue("2.5");
  await expect(form.getByLabel("When?")).toHaveValue("2031-05-04");
  await expect(form.getByLabel("Which day?")).toHaveValue("Sunday");
  await expect(form.getByLabel("We eat no meat")).toBeChecked();
  await expect(form.getByLabel("Anything else?")).toHaveValue("Shade,\nplease");

  const sent = page.waitForRequest((request) => request.postData()?.includes('"resume"') ?? false);
  await form.getByRole("button", { name: "Send" }).click();
  const answers = { name: "Ada", guests: 2.5, date: "2031-05-04", day: "Sunday", vegetarian: true };
  expect((await sent).postData()).toContain(JSON.stringify({ ...answers, wishes: "Shade,\nplease" }).slice(1, -1));
  await expect(logOf(page)).toContainText("That is settled.");

  await send(page, "Ask me again");
  await expect(form.getByLabel("Your name")).toHaveValue("");
  await expect(form.getByLabel("We eat no meat")).not.toBeChecked();
});

test("arguments under edit, and the reason for a no, are as they were after a reload, which takes no focus", async ({
  page,
}) => {
  await page.goto(server.url);
  await send(page, "Write to Ines");
  const card = page.getByRole("article", { name: /^Send an email/ });
  await card.getByRole("button", { name: "Edit" }).click();
  await card.getByLabel("Subject").fill("The picnic on Sun");
  await card.getByRole("button", { name: /why/i }).click();
  await card.getByRole("textbox", { name: /why/i }).pressSequentially("not befo");

  await page.reload();
  await expect(card.getByLabel("Subject")).toHaveValue("The picnic on Sun");
  await expect(card.getByRole("textbox", { name: /why/i })).toHaveValue("not befo");
  await expect(card.getByRole("textbox", { name: /why/i })).not.toBeFocused();

  await page.getByRole("button", { name: "New thread" }).click();
  await expect(boxOf(page)).toHaveValue("");
  await expect(page.getByRole("textbox", { name: /why/i })).toHaveCount(0);
});
