// @vitest-environment jsdom
import { afterEach, expect, it } from "vitest";
import type { Info } from "@/lib/protocol";
import { eventually, info, mountChat, press, type } from "../../test-support/mount-chat";

afterEach(() => localStorage.clear());

const [agent] = info.toolweave?.agents ?? [];
const choices: Info = {
  toolweave: {
    model: { id: "demo", isDemo: true },
    model_choices: [
      { id: "demo", title: "Demo", isDemo: true },
      { id: "big", title: "Big", isDemo: false },
      {
        id: "keyless",
        title: "Keyless",
        isDemo: false,
        problem: { code: "model_key_missing", message: "No key for it: set ITS_KEY." },
      },
    ],
    agents: agent === undefined ? [] : [agent],
  },
};

it("where there is nothing to choose it only says who answers", async () => {
  const { host, find } = await mountChat(() => {});
  await find("b", "Assistant");
  await eventually(() => expect(host.querySelector(".tw-answerer")?.textContent).toBe("Assistant demo"));
  expect(host.querySelector(".tw-answerer-button")).toBeNull();
});

it("the model that is chosen goes with the next message, and a key closes the panel and gives the focus back", async () => {
  const { find, host, field, transport } = await mountChat(() => {}, { info: choices });
  const button = await find("button", "Agent and model: Assistant Demo");
  expect(button.getAttribute("aria-expanded")).toBe("false");
  button.click();
  const big = await find("input[type=radio]", "Big");
  await eventually(() => expect(document.activeElement?.getAttribute("aria-label")).toBe("Demo"));
  expect(host.querySelector("legend")?.textContent).toBe("Model"); // one agent: no choice of agents
  big.click();
  await find("button", "Agent and model: Assistant Big");
  press(big, "Enter");
  await eventually(() => expect(host.querySelector(".tw-picker")).toBeNull());
  expect(document.activeElement).toBe(button);
  expect(transport.started).toHaveLength(0);
  type(field, "Hello");
  press(field, "Enter");
  await eventually(() => expect(transport.started).toHaveLength(1));
  expect(transport.started[0]).toMatchObject({ assistant_id: "agent", config: { configurable: { model: "big" } } });
});

it("a choice that has no key says why, and cannot be made", async () => {
  const { find, host } = await mountChat(() => {}, { info: choices });
  (await find("button", /Agent and model/)).click();
  const keyless = (await find("input[type=radio]", "Keyless")) as HTMLInputElement;
  const reason = document.getElementById(keyless.getAttribute("aria-describedby") ?? "");
  expect(reason?.textContent).toBe("No key for it: set ITS_KEY.");
  expect(keyless.getAttribute("aria-disabled")).toBe("true");
  keyless.click();
  keyless.closest("label")?.dispatchEvent(new MouseEvent("click", { bubbles: true, detail: 1 }));
  await find("button", "Agent and model: Assistant Demo");
  expect(host.querySelector(".tw-picker")).not.toBeNull();
});

it("Esc closes it and stops no run; while a run goes on it says from when a choice holds", async () => {
  let isStopped = false;
  const { find, host, field } = await mountChat(
    (run) =>
      new Promise((resolve) => {
        run.signal.addEventListener("abort", () => {
          isStopped = true;
          resolve();
        });
      }),
    { info: choices },
  );
  type(field, "Hello");
  press(field, "Enter");
  await find("textarea", "Add to the queue");
  (await find("button", /Agent and model/)).click();
  const panel = await find(".tw-picker", /Agent and model/);
  expect(panel.textContent).toContain("Holds from your next message on.");
  press(panel, "Escape");
  await eventually(() => expect(host.querySelector(".tw-picker")).toBeNull());
  expect(isStopped).toBe(false);
});
