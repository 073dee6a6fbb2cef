// @vitest-environment jsdom
import { describe, expect, it } from "vitest";
import { ToolweaveError } from "@/lib/errors";
import type { Attachment, AttachmentLimits, Info } from "@/lib/protocol";
import type { AttachmentTransport } from "@/lib/transport";
import { eventually, gate, info, mountChat, press, type } from "../test-support/mount-chat";

const demo = info.toolweave ?? { model: { id: "demo", isDemo: true }, agents: [] };
const LIMITS = {
  max_bytes: 1_000,
  max_per_message: 2,
  kinds: ["image", "pdf", "text", "audio"],
} satisfies AttachmentLimits;
const withFiles: Info = { toolweave: { ...demo, attachments: LIMITS } };
const silent = () => {};

/** A place for files at the edge of the network: `before` is what an upload waits for, or fails with. */
function place(before: () => Promise<void> = async () => {}) {
  const removed: string[] = [];
  let count = 0;
  const attachments: AttachmentTransport = {
    upload: async ({ name, blob }, { onProgress } = {}): Promise<Attachment> => {
      onProgress?.(Math.floor(blob.size / 2));
      await before();
      count += 1;
      const id = `file-${count}`;
      const about = { mime_type: "text/plain", kind: "text", created_at: "", has_thumbnail: false } as const;
      return { id, url: `/attachments/${id}`, name, size: blob.size, ...about };
    },
    exists: async () => true,
    remove: async (id) => void removed.push(id),
    addressOf: (path) => `/api${path}`,
  };
  return { attachments, removed };
}

const note = (name = "note.txt", size = 10) => new File(["x".repeat(size)], name, { type: "text/plain" });

/** A paste or a drop as a browser makes one; jsdom has neither clipboard nor drag. */
function give(
  target: Element,
  kind: "paste" | "drop",
  files: readonly File[],
  types: readonly string[] = ["Files"],
): Event {
  const event = new Event(kind, { bubbles: true, cancelable: true });
  Object.assign(event, { [kind === "paste" ? "clipboardData" : "dataTransfer"]: { files, types } });
  target.dispatchEvent(event);
  return event;
}

const rows = (host: HTMLElement) =>
  [...host.querySelectorAll(".tw-files .tw-file")].map(
    (row) => `${row.getAttribute("data-state")}: ${row.textContent}`,
  );

describe("files in the composer", () => {
  it("hold the message until they are on the server, then leave with it; never is neither to be seen (case 203)", async () => {
    const arrived = gate();
    const { attachments } = place(() => arrived.opened);
    const { field, find, host, transport } = await mountChat(silent, { attachments, info: withFiles });
    await find("button", "Attach files");
    const unseen: string[] = [];
    const observer = new MutationObserver(() => {
      const isSeen = (words: string) => field.value.includes(words) || host.textContent?.includes(words);
      for (const words of ["note.txt", "Read this"]) {
        if (transport.started.length === 0 && wasTyped && !isSeen(words)) unseen.push(words);
      }
    });
    let wasTyped = false;
    observer.observe(host, { subtree: true, childList: true, characterData: true });
    give(field, "paste", [note()]);
    await eventually(() => expect(rows(host)).toEqual(["uploading: note.txt50 % of 10 bytes"]));
    type(field, "Read this");
    wasTyped = true;
    press(field, "Enter");
    await find("[role=status]", /Sent as soon as the files are uploaded\./);
    expect(transport.started).toHaveLength(0);
    arrived.open();
    await eventually(() => expect(transport.started).toHaveLength(1));
    observer.disconnect();
    expect(unseen).toEqual([]);
    expect(transport.started[0]?.input).toMatchObject({
      messages: [
        {
          content: [
            { type: "text", text: "Read this" },
            { type: "text-plain", url: "/attachments/file-1", metadata: { name: "note.txt", size: 10 } },
          ],
        },
      ],
    });
    expect([field.value, rows(host)]).toEqual(["", []]);
    const link = (await find(".tw-media a", /note\.txt/)) as HTMLAnchorElement;
    expect(link.getAttribute("href")).toBe("/api/attachments/file-1");
  });

  it("that are added while a message waits for others stay for the next one (case 203)", async () => {
    const arrivals = [gate(), gate()];
    let uploads = 0;
    const { attachments } = place(() => arrivals[uploads++]?.opened ?? Promise.resolve());
    const { field, find, host, transport } = await mountChat(silent, { attachments, info: withFiles });
    await find("button", "Attach files");
    give(field, "paste", [note("first.txt")]);
    await eventually(() => expect(uploads).toBe(1));
    type(field, "Read the first");
    press(field, "Enter");
    await find("[role=status]", /Sent as soon as/);
    give(field, "paste", [note("late.txt")]);
    await eventually(() => expect(uploads).toBe(2));
    arrivals[0]?.open();
    await eventually(() => expect(transport.started).toHaveLength(1));
    const sent = JSON.stringify(transport.started[0]?.input);
    expect([sent.includes("first.txt"), sent.includes("late.txt")]).toEqual([true, false]);
    expect([field.value, rows(host)]).toEqual(["", ["uploading: late.txt50 % of 10 bytes"]]);
    arrivals[1]?.open();
    await eventually(() => expect(rows(host)).toEqual(["uploaded: late.txt10 bytes"]));
    expect(transport.started).toHaveLength(1);
  });

  it("that are taken out, or left with their thread, take the wish to send with them", async () => {
    const { attachments } = place(() => gate().opened);
    const { field, find, host, transport } = await mountChat(silent, { attachments, info: withFiles });
    await find("button", "Attach files");
    type(field, "Hello");
    press(field, "Enter");
    await eventually(() => expect(transport.started).toHaveLength(1)); // there is a thread to leave
    for (const leave of ["Remove note.txt", "New thread"]) {
      give(field, "paste", [note()]);
      await eventually(() => expect(rows(host)).toHaveLength(1));
      type(field, "Read this");
      press(field, "Enter");
      await find("[role=status]", /Sent as soon as/);
      (await find("button", leave)).click();
      await eventually(() => expect(rows(host)).toEqual([]));
      await eventually(() => expect(host.textContent).not.toContain("Sent as soon as"));
      expect(transport.started).toHaveLength(1);
    }
  });

  it("come back with their text when the message is refused (case 203)", async () => {
    const { attachments } = place();
    const { field, find, host } = await mountChat(
      () => {
        throw new ToolweaveError("too_large", "The message is too long.");
      },
      { attachments, info: withFiles },
    );
    await find("button", "Attach files");
    give(field, "paste", [note()]);
    await eventually(() => expect(rows(host)).toEqual(["uploaded: note.txt10 bytes"]));
    type(field, "Read this");
    press(field, "Enter");
    await find("[role=alert]", /The message is too long\./);
    expect(host.textContent).toContain("note.txt");
    expect(field.value + host.textContent).toContain("Read this");
  });

  it("send nothing by themselves once the text was changed while they were on their way", async () => {
    const arrived = gate();
    const { attachments } = place(() => arrived.opened);
    const { field, find, host, transport } = await mountChat(silent, { attachments, info: withFiles });
    await find("button", "Attach files");
    give(field, "paste", [note()]);
    type(field, "Read this");
    press(field, "Enter");
    await find("[role=status]", /Sent as soon as/);
    type(field, "Read this, but");
    arrived.open();
    await eventually(() => expect(rows(host)).toEqual(["uploaded: note.txt10 bytes"]));
    expect(transport.started).toHaveLength(0);
    expect(field.value).toBe("Read this, but");
  });

  it("that failed hold the message, and are uploaded again or taken out", async () => {
    let isDown = true;
    const { attachments, removed } = place(async () => {
      if (isDown) throw new ToolweaveError("connection_lost", "The file did not get to the server.");
    });
    const { field, find, host, transport } = await mountChat(silent, { attachments, info: withFiles });
    await find("button", "Attach files");
    give(field, "paste", [note("a.txt"), note("b.txt")]);
    await eventually(() => expect(rows(host)).toHaveLength(2));
    type(field, "Both");
    await find("[role=alert]", /It did not get to the server\./);
    await eventually(() => {
      press(field, "Enter");
      expect(host.textContent).toContain("A file was not uploaded. Upload it again, or remove it.");
    });
    isDown = false;
    (await find("button", "Upload a.txt again")).click();
    (await find("button", "Remove b.txt")).click();
    await eventually(() => expect(rows(host)).toEqual(["uploaded: a.txt10 bytes"]));
    expect(transport.started).toHaveLength(0);
    expect(host.textContent).not.toContain("A file was not uploaded.");
    (await find("button", "Remove a.txt")).click();
    await eventually(() => expect(removed).toEqual(["file-1"]));
  });

  it("that can never be taken are not offered to be uploaded again", async () => {
    const { attachments } = place(async () => {
      throw new ToolweaveError("unsupported", "What is in this file is of no type that is taken here.");
    });
    const { field, find, host } = await mountChat(silent, { attachments, info: withFiles });
    await find("button", "Attach files");
    give(field, "paste", [note("a.txt")]);
    await find("[role=alert]", /of no type that is taken here/);
    await find("button", "Remove a.txt");
    expect(host.textContent).not.toContain("Upload a.txt again");
    expect(host.querySelector('[aria-label="Upload a.txt again"]')).toBeNull();
  });

  it("have their names shown as they are, with what would turn or hide a part of them (attached and refused)", async () => {
    const { attachments } = place();
    const { field, find, host } = await mountChat(silent, { attachments, info: withFiles });
    await find("button", "Attach files");
    const refused = new File(["MZ"], "evil\u202etxt.exe", { type: "application/x-msdownload" });
    give(field, "paste", [note("pay\u202efdp.txt"), refused]);
    await eventually(() => expect(rows(host)).toEqual(["uploaded: payU+202Efdp.txt10 bytes"]));
    expect((await find(".tw-refused li")).textContent).toMatch(/^evilU\+202Etxt\.exe: not taken here\./);
    expect(host.querySelector(".tw-file-name")?.getAttribute("title")).toBe("pay[U+202E]fdp.txt");
    await find("button", "Remove pay[U+202E]fdp.txt");
    expect(host.innerHTML).not.toContain("\u202e");
  });

  it("are dropped anywhere on the chat, and those that are not taken say why at once (case 201)", async () => {
    const { attachments } = place();
    const { field, find, host, transport } = await mountChat(silent, { attachments, info: withFiles });
    await find("button", "Attach files");
    type(field, "half a sentence");
    const log = await find("[aria-label=Messages]");
    const zip = new File(["PK"], "a.zip", { type: "application/zip" });
    const event = give(log, "drop", [zip, note("large.txt", 1_001), note("1.txt"), note("2.txt"), note("3.txt")]);
    expect(event.defaultPrevented).toBe(true);
    await eventually(() => expect(rows(host)).toHaveLength(2));
    const told = await find(".tw-refused");
    expect([...told.querySelectorAll("li")].map((line) => line.textContent)).toEqual([
      "a.zip: not taken here. Taken: images, PDF, text, and audio.",
      "large.txt: larger than 1,000 bytes.",
      "3.txt: a message takes 2 files at most.",
    ]);
    const dismiss = await find("button", "Dismiss");
    dismiss.focus();
    dismiss.click();
    await eventually(() => expect(host.querySelector(".tw-refused")).toBeNull());
    expect(document.activeElement).toBe(field);
    expect([field.value, transport.started]).toEqual(["half a sentence", []]);
  });

  it("that are dropped before the server has said what it takes wait for that, and do not open in the chat's place", async () => {
    const { attachments } = place();
    const informed = gate();
    const { host, find } = await mountChat(silent, { attachments, info: withFiles, informed: informed.opened });
    const zip = new File(["PK"], "a.zip", { type: "application/zip" });
    expect(give(await find("[aria-label=Messages]"), "drop", [note(), zip]).defaultPrevented).toBe(true);
    expect(host.querySelector("[aria-label='Attach files']")).toBeNull();
    informed.open();
    await eventually(() => expect(rows(host)).toEqual(["uploaded: note.txt10 bytes"]));
    expect((await find(".tw-refused")).textContent).toContain("a.zip: not taken here.");
  });

  it("leave the focus on what is next when they are taken out", async () => {
    const { attachments } = place();
    const { field, find, host } = await mountChat(silent, { attachments, info: withFiles });
    await find("button", "Attach files");
    give(field, "paste", [note("a.txt"), note("b.txt")]);
    await eventually(() => expect(rows(host)).toHaveLength(2));
    for (const [name, next] of [
      ["Remove a.txt", "Remove b.txt"],
      ["Remove b.txt", "Attach files"],
    ] as const) {
      const remove = await find("button", name);
      remove.focus();
      remove.click();
      await eventually(() => expect(remove.isConnected).toBe(false));
      expect(document.activeElement?.getAttribute("aria-label")).toBe(next);
    }
  });

  it("are not meant where formatted text is pasted, or text is dragged", async () => {
    const { attachments } = place();
    const { field, find, host } = await mountChat(silent, { attachments, info: withFiles });
    await find("button", "Attach files");
    const picture = new File(["x"], "image.png", { type: "image/png" });
    expect(give(field, "paste", [picture], ["text/plain", "text/html", "Files"]).defaultPrevented).toBe(false);
    expect(give(field, "drop", [], ["text/plain"]).defaultPrevented).toBe(false);
    expect(rows(host)).toEqual([]);
  });

  it("are not offered by a server that takes none", async () => {
    const { field, find, host } = await mountChat(silent);
    expect(give(field, "paste", [note()]).defaultPrevented).toBe(false);
    await find("button", "Send");
    expect(host.querySelector("input[type=file]")).toBeNull();
  });
});
