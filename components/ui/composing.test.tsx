// @vitest-environment jsdom
import { expect, it } from "vitest";
import { eventually, type MountedChat, mountChat, press, type } from "../test-support/mount-chat";

type Field = HTMLInputElement | HTMLTextAreaElement;

/** A chat with one answered question, whose agent then wants a call of a server tool reviewed, if that is wanted. */
async function answered({ isReviewing = false } = {}) {
  const chat = await mountChat((run) => {
    if (!isReviewing || run.request.command?.resume !== undefined) {
      run.addMessages("agent", [{ type: "ai", id: `a-${run.runId}`, content: "The bridge is open." }]);
      return;
    }
    const call = { id: "c1", name: "keep", args: { what: "a" } };
    run.addMessages("agent", [{ type: "ai", id: "a1", content: "", tool_calls: [call] }]);
    const action = { name: "keep", args: call.args, description: "It keeps something." };
    const review = { actionName: "keep", allowedDecisions: ["approve", "reject"] };
    run.interrupt({ id: "i1", value: { actionRequests: [action], reviewConfigs: [review] } });
  });
  type(chat.field, "Is it open?");
  press(chat.field, "Enter");
  await (isReviewing ? chat.find("article", /Your decision/) : chat.find(".tw-markdown-group", /open/));
  if (!isReviewing) await chat.find("textarea", "Message Assistant");
  return chat;
}

const open = async (chat: MountedChat, opener: string, selector: string, name: string | RegExp): Promise<Field> => {
  (await chat.find("button", opener)).click();
  return (await chat.find(selector, name)) as Field;
};

/** What Enter, or Esc, would have done by now. */
const settled = () => new Promise((resolve) => setTimeout(resolve, 20));

/** The Enter that ends a composition, as browsers tell it: within it, or (Safari) right behind its end. */
const COMPOSING: KeyboardEventInit[] = [{ isComposing: true }, { isComposing: true, keyCode: 229 }, { keyCode: 229 }];

it.each<[string, () => Promise<{ field: Field; isDone: () => boolean; key?: string }>]>([
  [
    "a new message",
    async () => {
      const { field, transport } = await mountChat(() => {});
      return { field, isDone: () => transport.started.length === 1 };
    },
  ],
  [
    "a message that is written anew",
    async () => {
      const chat = await answered();
      const field = await open(chat, "Edit message", "textarea", "Edit message");
      return { field, isDone: () => !field.isConnected };
    },
  ],
  [
    "the name of a thread",
    async () => {
      const chat = await answered();
      const field = await open(chat, "Rename Is it open?", "input", "Name of the thread");
      return { field, isDone: () => chat.host.querySelector("h1")?.textContent === "変換した" };
    },
  ],
  [
    "a reason for the agent",
    async () => {
      const chat = await answered({ isReviewing: true });
      const field = await open(chat, "Say why not", "textarea", /^Why not/);
      return { field, isDone: () => chat.transport.started.length === 2 };
    },
  ],
  [
    "a search in the thread",
    async () => {
      const chat = await answered();
      press(chat.field, "f", { ctrlKey: true });
      const field = (await chat.find("input", "Find in this thread")) as Field;
      return { field, isDone: () => !field.isConnected, key: "Escape" };
    },
  ],
])(
  "a word that is being composed in %s is neither sent nor given up, and then goes once (case 193)",
  async (_, begin) => {
    const { field, isDone, key = "Enter" } = await begin();
    field.focus();
    type(field, "へんかん");
    for (const init of COMPOSING) for (const early of ["Enter", "Escape"]) press(field, early, init);
    await settled();
    expect([document.activeElement === field, field.value, isDone()]).toEqual([true, "へんかん", false]);
    type(field, "変換した");
    press(field, key);
    await eventually(() => expect(isDone()).toBe(true));
    await settled();
    expect(isDone()).toBe(true); // once, not twice
  },
);
