// @vitest-environment jsdom
import { renderToString } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { AgentProvider } from "@/hooks";
import { createMemoryTransport } from "@/lib/transport";
import { chunk, eventually, gate, info, mountChat, press, type } from "../test-support/mount-chat";
import { Chat } from "./chat";

const silent = () => {};

function statusOf(host: HTMLElement): string | null | undefined {
  return host.querySelector('.tw-status [role="status"], .tw-status [role="alert"]')?.textContent?.trim();
}

describe("the chat", () => {
  it("renders on a server without time, storage or network, the same each time", () => {
    const render = () =>
      renderToString(
        <AgentProvider transport={createMemoryTransport({ script: silent })}>
          <Chat />
        </AgentProvider>,
      );
    expect(render()).toBe(render());
    expect(render()).toContain("Start a thread");
  });

  it("says on an empty thread what the agent can do, and starts with a suggestion", async () => {
    const { find, host, transport } = await mountChat(silent);
    await eventually(() =>
      expect(host.textContent).toContain("Assistant can use 2 tools. One of them runs in this browser."),
    );
    (await find(".tw-suggestion")).click();
    await eventually(() => expect(transport.started).toHaveLength(1));
    expect(JSON.stringify(transport.started[0]?.input)).toContain("What is 3 * 12?");
    await eventually(() => expect(host.querySelector("h1")?.textContent).toBe("What is 3 * 12?"));
  });

  it("says that the demo model is one, and nothing of the kind about a real one", async () => {
    const demo = await mountChat(silent);
    await eventually(() => expect(demo.host.textContent).toContain("Demo model: scripted, not an AI."));
    const real = await mountChat(silent, {
      info: { toolweave: { model: { id: "openai:gpt", isDemo: false }, agents: info.toolweave?.agents ?? [] } },
    });
    await eventually(() => expect(real.host.textContent).toContain("openai:gpt"));
    expect(real.host.textContent).not.toContain("Demo model");
  });

  it("shows before the first message what is wrong with the model", async () => {
    const problem = { code: "model_key_missing", message: "Set OPENAI_API_KEY." };
    const { find } = await mountChat(silent, {
      info: {
        toolweave: { model: { id: "openai:gpt", isDemo: false, problem }, agents: info.toolweave?.agents ?? [] },
      },
    });
    expect((await find('[role="alert"]')).textContent).toContain("Set OPENAI_API_KEY.");
  });

  it("says what goes on, one thing at a time, and Ready at the end", async () => {
    const steps = [gate(), gate()] as const;
    const { field, host } = await mountChat(async (run) => {
      await steps[0].opened;
      chunk(run, "m1", { content: "Hello" });
      await steps[1].opened;
      run.addMessages("agent", [{ type: "ai", id: "m1", content: "Hello you" }]);
    });
    expect(statusOf(host)).toBe("Ready");
    type(field, "Hi");
    press(field, "Enter");
    await eventually(() => expect(statusOf(host)).toMatch(/^(Sending|Writing)$/));
    steps[0].open();
    await eventually(() => expect(host.querySelector('[data-knot="live"]')?.textContent).toContain("Hello"));
    expect(statusOf(host)).toBe("Writing");
    steps[1].open();
    await eventually(() => expect(statusOf(host)).toBe("Ready"));
    expect(host.querySelector('[data-knot="live"]')).toBeNull();
  });

  it("keeps what was written when a run fails, says why, and tries again on request", async () => {
    let runs = 0;
    const { field, find, host } = await mountChat((run) => {
      runs += 1;
      if (runs === 1) {
        chunk(run, "m1", { content: "Half an answer" });
        throw Object.assign(new Error("The provider is overloaded."), { code: "provider_overloaded" });
      }
      run.addMessages("agent", [{ type: "ai", id: "m2", content: "The whole answer" }]);
    });
    type(field, "Hi");
    press(field, "Enter");
    const retry = await find("button", "Try again");
    expect(statusOf(host)).toContain("The provider is overloaded.");
    expect(host.textContent).toContain("Half an answer");
    retry.click();
    await eventually(() => expect(host.textContent).toContain("The whole answer"));
    await eventually(() => expect(statusOf(host)).toBe("Ready"));
  });

  it("says quietly that the server was stopped, and goes on behind what was written on request", async () => {
    let runs = 0;
    const { field, find, host, transport } = await mountChat((run) => {
      runs += 1;
      const words = runs === 1 ? "Half an answer" : "The other half";
      run.addMessages("agent", [{ type: "ai", id: `m${runs}`, content: words }]);
      if (runs === 1) throw Object.assign(new Error("The server was stopped."), { code: "server_stopped" });
    });
    type(field, "Hi");
    press(field, "Enter");
    const goOn = await find("button", "Continue");
    expect(statusOf(host)).toContain("What had been written by then is kept.");
    expect(host.querySelector('.tw-status[data-tone="quiet"] [role="status"]')).not.toBeNull();
    expect(host.querySelector('.tw-status [role="alert"]')).toBeNull();
    goOn.click();
    await eventually(() => expect(host.textContent).toContain("The other half"));
    expect(JSON.stringify(transport.started[1]?.input)).toContain("Please go on.");
    expect(host.textContent).toContain("Half an answer");
    await eventually(() => expect(statusOf(host)).toBe("Ready"));
  });

  it("offers nothing of the kind after the person's own stop, and says that it was theirs", async () => {
    const end = gate();
    const { field, find, host } = await mountChat(async (run) => {
      chunk(run, "m1", { content: "Half an answer" });
      await end.opened;
    });
    type(field, "Hi");
    press(field, "Enter");
    await eventually(() => expect(host.textContent).toContain("Half an answer"));
    (await find("button", "Stop")).click();
    await eventually(() => expect(statusOf(host)).toBe("Stopped by you"));
    expect((await find('[data-message="m1"]')).textContent).toContain("Stopped by you");
    expect(host.textContent).not.toContain("Continue");
    end.open();
  });

  it("renames a thread in place, and deletes it after one question", async () => {
    const { field, find, host, transport } = await mountChat(silent);
    type(field, "Old name");
    press(field, "Enter");
    (await find("button", "Rename Old name")).click();
    const name = (await find("input", "Name of the thread")) as HTMLInputElement;
    expect(document.activeElement).toBe(name);
    type(name, "New name");
    press(name, "Enter");
    const remove = await find("button", "Delete New name");
    expect(document.activeElement?.textContent).toContain("New name");
    remove.click();
    await eventually(() => expect(document.activeElement?.textContent).toBe("Keep"));
    expect(transport.threads.size).toBe(1);
    (await find("fieldset button", "Delete")).click();
    await eventually(() => expect(transport.threads.size).toBe(0));
    await eventually(() => expect(host.querySelector("h1")?.textContent).toBe("New thread"));
  });

  it("leaves the focus on the next thread when another than the open one is deleted, once", async () => {
    const { field, find, host, transport } = await mountChat(silent);
    for (const name of ["One", "Two"]) {
      type(field, name);
      press(field, "Enter");
      await find("button", `Rename ${name}`);
      press(field, "O", { ctrlKey: true, shiftKey: true });
      await find("h2", "Start a thread");
    }
    const { deleteThread } = transport;
    const held = gate();
    let asked = 0;
    transport.deleteThread = async (...args: Parameters<typeof deleteThread>) => {
      asked += 1;
      await held.opened;
      return await deleteThread(...args);
    };
    (await find("button", "Delete One")).click();
    const remove = (await find("fieldset button", "Delete")) as HTMLButtonElement;
    remove.focus();
    remove.click();
    await eventually(() => expect(remove.getAttribute("aria-disabled")).toBe("true"));
    expect(remove.disabled).toBe(false); // a browser takes the focus from what is disabled
    remove.click();
    held.open();
    await eventually(() => expect(host.textContent).not.toContain("Delete this thread"));
    await eventually(() => expect(document.activeElement?.textContent).toContain("Two"));
    expect([asked, transport.threads.size]).toEqual([1, 1]);
  });

  it("opens the threads in a drawer that holds the focus and gives it back", async () => {
    const { find, host } = await mountChat(silent);
    const opener = await find("button", "Show threads");
    opener.focus();
    opener.click();
    const drawer = await find('[role="dialog"]');
    await eventually(() => expect(document.activeElement).toBe(drawer));
    expect(host.querySelector("section[inert]")).not.toBeNull();
    press(drawer, "Escape");
    await eventually(() => expect(host.querySelector('[role="dialog"]')).toBeNull());
    expect(document.activeElement).toBe(opener);
  });

  it("does not stop a run by the Esc that ends a composition", async () => {
    const [more, end] = [gate(), gate()];
    const { field, find, host } = await mountChat(async (run) => {
      chunk(run, "m1", { content: "Writing" });
      await more.opened;
      chunk(run, "m1", { content: " and more" }); // a stopped run shows nothing
      await end.opened;
    });
    type(field, "Hi");
    press(field, "Enter");
    await find("textarea", "Add to the queue");
    press(field, "Escape", { isComposing: true });
    press(field, "Escape", { keyCode: 229 });
    more.open();
    await eventually(() => expect(host.textContent).toContain("Writing and more"));
    end.open();
  });
});
