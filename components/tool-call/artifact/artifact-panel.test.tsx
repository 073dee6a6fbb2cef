// @vitest-environment jsdom
import { expect, it } from "vitest";
import { chunk, eventually, gate, mountChat, press, type } from "../../test-support/mount-chat";

type Run = Parameters<typeof chunk>[0];

function write(run: Run, id: string, text: string, start: { id: string | null; name: string | null }): void {
  chunk(run, id, { tool_call_chunks: [{ index: 0, args: text, ...start, type: "tool_call_chunk" }] });
}

const NAMED = { id: null, name: null };
const FIRST = '{"title": "tides.ts", "kind": "code", "content": "const a = 1;\\nconst b = 2;\\n';
const SECOND = '{"title": "tides.ts", "kind": "code", "content": "const a = 1;\\nconst b = 3;\\n"}';

/** Two versions of a document, each written in two steps and settled by its tool. */
async function writeTwice() {
  const [half, first, second, end] = [gate(), gate(), gate(), gate()];
  const settle = (run: Run, id: string, args: string) =>
    run.addMessages("tools", [
      {
        type: "ai",
        id,
        content: "",
        tool_calls: [{ id: `c-${id}`, name: "write_document", args: JSON.parse(args) }],
      },
      { type: "tool", id: `t-${id}`, tool_call_id: `c-${id}`, name: "write_document", content: "{}" },
    ]);
  const chat = await mountChat(async (run) => {
    write(run, "m1", FIRST, { id: "c-m1", name: "write_document" });
    await half.opened;
    write(run, "m1", '"}', NAMED);
    settle(run, "m1", `${FIRST}"}`);
    await first.opened;
    write(run, "m2", SECOND.slice(0, -2), { id: "c-m2", name: "write_document" });
    await second.opened;
    write(run, "m2", '"}', NAMED);
    settle(run, "m2", SECOND);
    await end.opened;
  });
  type(chat.field, "Go");
  press(chat.field, "Enter");
  return { ...chat, half, first, second, end };
}

it("streams a document into the panel, goes on to its next version, and shows what that changed", async () => {
  const { find, host, field, half, first, second, end } = await writeTwice();
  field.focus();
  (await find("button", "Open document")).click();
  const panel = await find("section", "Document: tides.ts");
  await eventually(() => expect(panel.textContent).toContain("Writing line 2"));
  expect(panel.querySelector('[data-edge="growing"]')?.textContent).toContain("b = 2");
  expect(document.activeElement).toBe(field); // a document that opens beside the conversation takes no focus
  expect((await find("button", "Download document")) as HTMLButtonElement).toHaveProperty("disabled", true);

  const code = () => panel.querySelector(".tw-artifact-text");
  const keywords = () => [...panel.querySelectorAll<HTMLElement>('[style*="--tw-code-token-keyword"]')];
  // Its lines have their colours while it is written, the newest words too.
  await eventually(() => expect(keywords().map((word) => word.textContent)).toEqual(["const", "=", "const", "="]));
  expect(code()?.textContent).toBe("const a = 1;\nconst b = 2;\n");

  half.open();
  await eventually(() => expect(panel.textContent).toContain("2 lines"));
  expect(code()?.textContent).toBe("const a = 1;\nconst b = 2;\n");
  first.open();
  await eventually(() => expect(host.querySelector(".tw-panel")?.getAttribute("data-version")).toBe("2"));
  expect(host.querySelector(".tw-panel")?.textContent).toContain("being written from version 1");
  (await find("button", "Version 1")).click();
  await eventually(() => expect(host.querySelector(".tw-panel")?.textContent).toContain("const b = 2"));
  (await find("button", "Version 2, being written")).click();
  second.open();
  (await find("button", "Changes")).click();
  const changes = await find("section", "Changes in tides.ts");
  expect(changes.querySelector("del")?.textContent).toBe("− const b = 2;");
  expect(changes.querySelector("ins")?.textContent).toBe("+ const b = 3;");
  end.open();
});

it("closes with Esc, opens with the keys, and gives the focus back", async () => {
  const { find, host, half, first, second, end } = await writeTwice();
  for (const step of [half, first, second, end]) step.open();
  const button = await find("button", "Open document");
  button.focus();
  button.click();
  const close = await find("button", "Close document");
  close.focus();
  press(close, "Escape");
  await eventually(() => expect(host.querySelector(".tw-side")).toBeNull());
  expect(document.activeElement).toBe(button);
  press(button, ".", { ctrlKey: true });
  const panel = await find("section", "Document: tides.ts");
  await eventually(() => expect(panel.dataset.version).toBe("2"));
  press(panel, "ArrowLeft", { altKey: true });
  await eventually(() => expect(panel.dataset.version).toBe("1"));
  press(panel, ".", { ctrlKey: true });
  await eventually(() => expect(host.querySelector(".tw-side")).toBeNull());
});

it("opens each document as its kind is opened first, whatever was picked for another one", async () => {
  const documents = [
    { title: "page.html", kind: "html", content: "<p>Hi</p>" },
    { title: "notes.md", kind: "markdown", content: "Hi" },
  ];
  const { find, host, field } = await mountChat((run) => {
    for (const [index, args] of documents.entries()) {
      write(run, `m${index}`, JSON.stringify(args), { id: `c${index}`, name: "write_document" });
    }
    run.addMessages(
      "tools",
      documents.flatMap((args, index) => [
        { type: "ai", id: `m${index}`, content: "", tool_calls: [{ id: `c${index}`, name: "write_document", args }] },
        { type: "tool", id: `t${index}`, tool_call_id: `c${index}`, name: "write_document", content: "{}" },
      ]),
    );
  });
  type(field, "Go");
  press(field, "Enter");
  await find("button", "Open document");
  const [first, second] = [...host.querySelectorAll("button")].filter(
    ({ textContent }) => textContent === "Open document",
  );
  const shown = () => host.querySelector('.tw-segments [aria-pressed="true"]')?.textContent;
  first?.click();
  await eventually(() => expect(shown()).toBe("Preview"));
  (await find("button", "Code")).click();
  await eventually(() => expect(shown()).toBe("Code"));
  second?.click();
  await find("section", "Document: notes.md");
  expect(shown()).toBe("Preview");
  first?.click();
  await find("section", "Document: page.html");
  expect(shown()).toBe("Code");
});

it("shows what a title and a code hide", async () => {
  const code = "if (isAdmin\u202e) /* \u2066begin\u2069 */ {\n  const a\u200b = 1;\n}\n";
  const args = { title: "evil\u202est.ts", kind: "code", content: code };
  const call = { id: "c1", name: "write_document", args };
  const { find, field } = await mountChat((run) => {
    run.addMessages("tools", [
      { type: "ai", id: "m1", content: "", tool_calls: [call] },
      { type: "tool", id: "t1", tool_call_id: "c1", name: "write_document", content: "{}" },
    ]);
  });
  type(field, "Go");
  press(field, "Enter");
  const row = await find("[data-tool=write_document] button");
  expect(row.textContent).toContain("evilU+202Est.ts");
  row.click();
  (await find("button", "Open document")).click();
  const text = await find(".tw-artifact-text");
  const shown = "if (isAdminU+202E) /* U+2066beginU+2069 */ {\n  const aU+200B = 1;\n}\n";
  await eventually(() => expect(text.querySelector("[style]")).not.toBeNull()); // it is in colours
  expect(text.textContent).toBe(shown);
  expect((await find(".tw-panel h2")).textContent).toBe("evilU+202Est.ts");
});
