// @vitest-environment jsdom
import { expect, it } from "vitest";
import { feedbackKey } from "@/lib/protocol";
import { eventually, mountChat, press, type } from "../../test-support/mount-chat";

const KEY = feedbackKey("a1");

async function answered() {
  const chat = await mountChat((run) => run.addMessages("agent", [{ type: "ai", id: "a1", content: "It is 36." }]));
  type(chat.field, "What is 3 * 12?");
  press(chat.field, "Enter");
  await chat.find("button", "Write again");
  const kept = () => [...chat.transport.threads.values()][0]?.thread(false).metadata?.[KEY];
  const isPressed = (label: string) =>
    chat.host.querySelector(`button[aria-label="${label}"]`)?.getAttribute("aria-pressed") === "true";
  return { ...chat, kept, isPressed };
}

it("a press says it, a comment goes along, the other thumb changes it, and an undo brings back what was before", async () => {
  const { find, host, kept, isPressed } = await answered();
  (await find("button", "Good answer")).click();
  await eventually(() => expect(kept()).toEqual({ rating: "up" }));
  const field = (await find(".tw-feedback textarea")) as HTMLTextAreaElement;
  type(field, "Short");
  press(field, "Enter");
  await eventually(() => expect(kept()).toEqual({ rating: "up", comment: "Short" }));
  await eventually(() => expect(host.querySelector(".tw-feedback")).toBeNull());
  expect(document.activeElement?.getAttribute("aria-label")).toBe("Good answer");

  (await find("button", "Bad answer")).click();
  await eventually(() => expect(kept()).toEqual({ rating: "down", comment: "Short" }));
  await eventually(() => expect(isPressed("Bad answer") && !isPressed("Good answer")).toBe(true));
  (await find("button", "Undo")).click();
  await eventually(() => expect(kept()).toEqual({ rating: "up", comment: "Short" }));
  await eventually(() => expect(isPressed("Good answer")).toBe(true));
});

it("a press on what was said shows the comment again and lets it be taken back; Esc closes and changes nothing", async () => {
  const { find, host, kept, isPressed } = await answered();
  (await find("button", "Bad answer")).click();
  await find(".tw-feedback textarea");
  press(await find(".tw-feedback textarea"), "Escape");
  await eventually(() => expect(host.querySelector(".tw-feedback")).toBeNull());
  expect(kept()).toEqual({ rating: "down" });
  (await find("button", "Bad answer")).click();
  (await find("button", "Take back")).click();
  await eventually(() => expect(kept()).toBeNull());
  await eventually(() => expect(isPressed("Bad answer")).toBe(false));
  await find('[aria-live="polite"] p', "Your feedback was taken back.");
});

it("what the server did not take is said, and is as before", async () => {
  const { find, transport, isPressed } = await answered();
  transport.updateThread = async () => {
    throw new Error("no");
  };
  (await find("button", "Good answer")).click();
  await find('.tw-feedback [role="alert"]', /could not be kept/);
  expect(isPressed("Good answer")).toBe(false);
});
