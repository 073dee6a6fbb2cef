import { expect, test } from "../support/test";

test.use({ permissions: ["geolocation"], geolocation: { latitude: 38.7223, longitude: -9.1393, accuracy: 25 } });

test.describe("browser tools that resume the graph", () => {
  test("asks before it reads the location, runs in the browser, and the answer uses the result", async ({
    chat,
    page,
  }) => {
    await chat.open();
    await chat.send("Where am I?");
    const card = page.getByRole("article", { name: /^Your location: / });
    await expect(card).toHaveAttribute("aria-label", /Your decision/);
    await card.getByRole("button", { name: "Approve" }).click();
    await expect(page.getByRole("article", { name: "Your location: Done" })).toBeVisible();
    await expect(chat.log).toContainText("38.72");
  });

  test("a declined tool is told to the agent, and the thread goes on", async ({ chat, page }) => {
    await chat.open();
    await chat.send("Where am I?");
    await page
      .getByRole("article", { name: /^Your location: / })
      .getByRole("button", { name: "Decline" })
      .click();
    await expect(page.getByRole("article", { name: "Your location: Declined" })).toBeVisible();
    await chat.send("What is 2 * 21?");
    await expect(page.getByRole("article", { name: "Multiply: Done" })).toContainText("42");
  });

  test("a note is kept in this browser's IndexedDB and read back in another thread", async ({ chat, page }) => {
    await chat.open();
    await chat.send("Remember that the badge code is 4711");
    await expect(page.getByRole("article", { name: "Save a note: Done" })).toBeVisible();
    await chat.open("/");
    await chat.send("What did you remember?");
    await expect(page.getByRole("article", { name: "Your notes: Done" })).toBeVisible();
    await expect(chat.log).toContainText("4711");
  });

  test("a pending tool is still pending after a reload and after a restart of the server, and completes", async ({
    chat,
    page,
    server,
  }) => {
    await chat.open();
    await chat.send("Where am I?");
    await expect(page.getByRole("article", { name: /^Your location: Your decision/ })).toBeVisible();
    await page.reload();
    await expect(page.getByRole("article", { name: /^Your location: Your decision/ })).toBeVisible();
    await server.restart("SIGKILL");
    await page.reload();
    const card = page.getByRole("article", { name: /^Your location: Your decision/ });
    await card.getByRole("button", { name: "Approve" }).click();
    await expect(page.getByRole("article", { name: "Your location: Done" })).toBeVisible();
    await expect(chat.log).toContainText("38.72");
  });

  test("a browser tool and a server tool in one turn", async ({ chat, page }) => {
    await chat.open();
    await chat.send("Where am I, and what is 2 * 21?");
    await expect(page.getByRole("article", { name: "Multiply: Done" })).toContainText("42");
    await page
      .getByRole("article", { name: /^Your location: / })
      .getByRole("button", { name: "Approve" })
      .click();
    await expect(page.getByRole("article", { name: "Your location: Done" })).toBeVisible();
    await expect(chat.log).toContainText("38.72");
  });

  test("a note is written once although two tabs show the thread", async ({ chat, page, context, server }) => {
    await chat.open();
    await chat.send("Where am I?");
    await expect(page.getByRole("article", { name: /^Your location: Your decision/ })).toBeVisible();
    const second = await context.newPage();
    await second.goto(page.url());
    await expect(second.getByRole("article", { name: /^Your location: Your decision/ })).toBeVisible();
    await page
      .getByRole("article", { name: /^Your location: / })
      .getByRole("button", { name: "Approve" })
      .click();
    await expect(page.getByRole("article", { name: "Your location: Done" })).toBeVisible();
    await expect(chat.log).toContainText("38.72");
    const threadId = page.url().split("/").at(-1);
    const state = await (await page.request.get(`${server.url}/api/threads/${threadId}/state`)).json();
    expect(state.values.messages.filter((message: { type: string }) => message.type === "tool")).toHaveLength(1);
  });
});
