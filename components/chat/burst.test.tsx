// @vitest-environment jsdom
import { expect, it, vi } from "vitest";
import { chunk, eventually, gate, mountChat, press, type } from "../test-support/mount-chat";

const PIECES = 2_000;

/** Every kind of Markdown that costs something, over and over, in pieces as small as providers send. */
const SECTION =
  "## Stall\n\nIt *has* **figs**, `pears` and [more](https://fruit.example/a).\n\n- one\n- two\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n```js\nconst a = 1;\n```\n\n";

it("two thousand pieces at once are one picture: all of the text, and no error of React's (case 195)", async () => {
  const errors = vi.spyOn(console, "error").mockImplementation(() => {});
  const [begin, end] = [gate(), gate()];
  const text = SECTION.repeat(80).slice(0, PIECES * 6);
  const { field, find } = await mountChat(async (run) => {
    chunk(run, "m1", { content: "# Market\n\n" });
    await begin.opened;
    for (let at = 0; at < PIECES; at += 1) chunk(run, "m1", { content: text.slice(at * 6, at * 6 + 6) });
    await end.opened;
    run.addMessages("agent", [{ type: "ai", id: "m1", content: `# Market\n\n${text}And that is all.` }]);
  });
  type(field, "What is there?");
  press(field, "Enter");
  await find("h3", "Market");
  const log = await find("[aria-label=Messages]");
  let changes = 0;
  const observer = new MutationObserver(() => {
    changes += 1;
  });
  observer.observe(log, { subtree: true, childList: true, characterData: true });

  begin.open();
  const stalls = text.split("## Stall").length - 1;
  const heads = () => [...log.querySelectorAll("h3")].filter((head) => head.textContent === "Stall");
  await eventually(() => expect(heads()).toHaveLength(stalls));
  await eventually(() => expect(log.querySelectorAll("table")).toHaveLength(text.split("|---|").length - 1));
  expect(changes).toBeLessThan(20); // a commit a frame, not one a piece
  end.open();
  await eventually(() => expect(log.textContent).toContain("And that is all."));
  await find("textarea", "Message Assistant");
  observer.disconnect();
  expect(errors.mock.calls.map(([first]) => String(first))).toEqual([]);
  errors.mockRestore();
});
