// @vitest-environment jsdom
import { describe, expect, it } from "vitest";
import { chunk, eventually, gate, mountChat, press, type } from "../test-support/mount-chat";

const silent = () => {};

describe("the composer", () => {
  it("sends on Enter, once, and is empty and focused then", async () => {
    const { field, host, transport } = await mountChat(silent);
    field.focus();
    type(field, "Hello");
    press(field, "Enter");
    await eventually(() => expect(transport.started).toHaveLength(1));
    expect(field.value).toBe("");
    expect(document.activeElement).toBe(field);
    expect(host.querySelector('[data-knot="person"]')?.textContent).toContain("Hello");
  });

  it("breaks the line on Shift+Enter and sends nothing without a word", async () => {
    const { field, transport } = await mountChat(silent);
    type(field, "Hello");
    press(field, "Enter", { shiftKey: true });
    expect(field.value).toBe("Hello");
    type(field, "  \n ");
    press(field, "Enter");
    expect(field.value).toBe("  \n ");
    expect(transport.started).toHaveLength(0);
  });

  it("never sends a word that is being composed, and sends the finished text once", async () => {
    const { field, transport } = await mountChat(silent);
    type(field, "にほん");
    press(field, "Enter", { isComposing: true });
    press(field, "Enter", { keyCode: 229 });
    expect(field.value).toBe("にほん");
    type(field, "日本");
    press(field, "Enter", { keyCode: 13 });
    await eventually(() => expect(transport.started).toHaveLength(1));
    expect(JSON.stringify(transport.started[0]?.input)).toContain("日本");
    expect(field.value).toBe("");
  });

  it("queues while a run goes on: shown in order, editable, removable, sent when the run has ended", async () => {
    const end = gate();
    let runs = 0;
    const { field, find, host, transport } = await mountChat(async (run) => {
      runs += 1;
      if (runs > 1) return;
      chunk(run, "m1", { content: "Writing" });
      await end.opened;
    });
    type(field, "First");
    press(field, "Enter");
    await find("textarea", "Add to the queue");
    type(field, "Second");
    press(field, "Enter");
    type(field, "Third");
    press(field, "Enter");
    const queue = await find("ol", "Queued messages");
    expect([...queue.querySelectorAll(".tw-queue-text")].map((row) => row.textContent)).toEqual(["Second", "Third"]);

    (await find("button", "Remove: Third")).click();
    (await find("button", "Edit: Second")).click();
    const editor = (await find("textarea", "Edit: Second")) as HTMLTextAreaElement;
    type(editor, "Second, better");
    press(editor, "Enter");
    await eventually(() => expect(host.querySelector(".tw-queue-text")?.textContent).toBe("Second, better"));
    expect(transport.started).toHaveLength(1);

    end.open();
    await eventually(() => expect(transport.started).toHaveLength(2));
    expect(JSON.stringify(transport.started[1]?.input)).toContain("Second, better");
    await eventually(() => expect(host.querySelector("ol[aria-label='Queued messages']")).toBeNull());
  });

  it("loses the focus by nothing that is done in the queue", async () => {
    const end = gate();
    const { field, find, transport } = await mountChat(async (run) => {
      if (transport.started.length > 1) return;
      chunk(run, "m1", { content: "Writing" });
      await end.opened;
    });
    for (const words of ["First", "Second", "Third"]) {
      type(field, words);
      press(field, "Enter");
      await find("textarea", "Add to the queue");
    }
    const act = async (name: string) => {
      const button = await find("button", name);
      button.focus();
      button.click();
    };
    const focused = () => document.activeElement?.getAttribute("aria-label");
    await act("Edit: Second");
    press(await find("textarea", "Edit: Second"), "Escape");
    await eventually(() => expect(focused()).toBe("Edit: Second"));
    await act("Edit: Second");
    const editor = (await find("textarea", "Edit: Second")) as HTMLTextAreaElement;
    type(editor, "Other");
    press(editor, "Enter");
    await eventually(() => expect(focused()).toBe("Edit: Other"));
    await act("Remove: Third");
    await eventually(() => expect(document.activeElement).toBe(field));
    (await find("button", "Edit: Other")).focus();
    end.open(); // its turn comes while somebody is in its row
    await eventually(() => expect(transport.started).toHaveLength(2));
    await eventually(() => expect(document.activeElement).toBe(field));
  });

  it("stops the run on Esc, but not when Esc only leaves an edit", async () => {
    const end = gate();
    let isCancelled = false;
    const { field, find } = await mountChat(async (run) => {
      chunk(run, "m1", { content: "Writing" });
      run.signal.addEventListener("abort", () => {
        isCancelled = true;
        end.open();
      });
      await end.opened;
    });
    type(field, "First");
    press(field, "Enter");
    await find("textarea", "Add to the queue");
    type(field, "Second");
    press(field, "Enter");
    (await find("button", "Edit: Second")).click();
    press(await find("textarea", "Edit: Second"), "Escape");
    await find("button", "Edit: Second");
    expect(isCancelled).toBe(false);

    press(field, "Escape");
    await eventually(() => expect(isCancelled).toBe(true));
  });

  it("is the answer box of the graph's question; an offered answer is one click", async () => {
    let asked = 0;
    const { field, find, transport } = await mountChat((run) => {
      asked += 1;
      if (asked === 1) {
        run.interrupt({ id: "a".repeat(32), value: { question: "Which day?", options: ["Wednesday", "Thursday"] } });
      }
    });
    type(field, "Plan a dinner");
    press(field, "Enter");
    await find("textarea", "Answer Assistant");
    expect((await find("section", "The agent asks.")).textContent).toContain("Which day?");
    (await find("button", "Thursday")).click();
    await eventually(() => expect(transport.started).toHaveLength(2));
    expect(transport.started[1]?.command?.resume).toEqual({ ["a".repeat(32)]: "Thursday" });
  });

  it("does not send a queued message while it is edited, and sends the new text once it is saved", async () => {
    const end = gate();
    const { field, find, host, transport } = await mountChat(async (run) => {
      chunk(run, run.runId, { content: "Writing" });
      await end.opened;
    });
    type(field, "First");
    press(field, "Enter");
    await find("textarea", "Add to the queue");
    type(field, "Old text");
    press(field, "Enter");
    (await find("button", "Edit: Old text")).click();
    const editor = (await find("textarea", "Edit: Old text")) as HTMLTextAreaElement;
    type(editor, "New text");
    end.open();
    await find("textarea", "Message Assistant");
    expect(host.contains(editor)).toBe(true);
    expect(transport.started).toHaveLength(1);
    (await find("button", "Save")).click();
    await eventually(() => expect(transport.started).toHaveLength(2));
    expect(JSON.stringify(transport.started[1]?.input)).toContain("New text");
  });

  it("keeps a draft with its thread: another thread has its own, and going back brings it back", async () => {
    const { field, find, transport } = await mountChat(silent);
    const { thread_id: threadId } = await transport.createThread({ metadata: { title: "Other" } });
    expect(threadId).not.toBe("");
    type(field, "Hello");
    press(field, "Enter");
    await eventually(() => expect(transport.started).toHaveLength(1));
    type(field, "for this thread");
    (await find("button", "New thread")).click();
    await eventually(() => expect(field.value).toBe(""));
    type(field, "for a new one");
    (await find(".tw-thread-row button, .tw-thread-row a, .tw-thread", /Hello/)).click();
    await eventually(() => expect(field.value).toBe("for this thread"));
  });

  it("edits the last message with the arrow up in an empty field, and gives the focus back", async () => {
    const { field, find, host, transport } = await mountChat((run) => {
      run.addMessages("agent", [{ type: "ai", id: `a-${run.runId}`, content: "Fine" }]);
    });
    type(field, "First");
    press(field, "Enter");
    await eventually(() => expect(host.textContent).toContain("Fine"));
    await find("textarea", "Message Assistant");
    type(field, "half a word");
    press(field, "ArrowUp");
    expect(host.querySelector('textarea[aria-label="Edit message"]')).toBeNull();
    type(field, "");
    press(field, "ArrowUp", { isComposing: true });
    expect(host.querySelector('textarea[aria-label="Edit message"]')).toBeNull();
    press(field, "ArrowUp");
    const editor = (await find("textarea", "Edit message")) as HTMLTextAreaElement;
    expect(editor.value).toBe("First");
    press(editor, "Escape");
    await eventually(() => expect(host.querySelector('textarea[aria-label="Edit message"]')).toBeNull());
    expect(document.activeElement).toBe(field);
    expect(transport.started).toHaveLength(1);

    // What is sent gives it back too: the next words go where the writing began.
    press(field, "ArrowUp");
    const again = (await find("textarea", "Edit message")) as HTMLTextAreaElement;
    type(again, "Second");
    press(again, "Enter");
    expect(document.activeElement).toBe(field);
  });
});
