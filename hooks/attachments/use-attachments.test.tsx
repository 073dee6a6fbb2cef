// @vitest-environment jsdom
import { act } from "react";
import { afterEach, describe, expect, it } from "vitest";
import type { Attachment } from "@/lib/protocol";
import { TESTER } from "@/lib/server/test-support";
import type { MessageMedia } from "@/lib/store";
import { AgentProvider } from "../agent/agent-provider";
import { type Agent, useAgent } from "../agent/use-agent";
import { type DraftControls, useDraft } from "../agent/use-draft";
import { useMessage } from "../messages/use-message";
import { useMessages } from "../messages/use-messages";
import { startRealServer } from "../test-support/real-server";
import { cleanUp, render, until } from "../test-support/render";
import { useAttachmentAddress } from "./use-attachment-address";
import { type Attachments, useAttachments } from "./use-attachments";

afterEach(cleanUp);

let agent: Agent;
let attachments: Attachments;
let addressOf: ReturnType<typeof useAttachmentAddress>;
let media: readonly MessageMedia[] | undefined;

let draft: DraftControls;
let ids: readonly string[] = [];
let texts: ReadonlyMap<string, string> = new Map();
const said = () => ids.map((id) => texts.get(id));

function Said({ id }: { id: string }) {
  texts = new Map(texts).set(id, useMessage(id)?.text ?? "");
  return null;
}

function First({ id }: { id: string }) {
  media = useMessage(id)?.media;
  return null;
}

function Page() {
  agent = useAgent();
  attachments = useAttachments();
  addressOf = useAttachmentAddress();
  draft = useDraft();
  ids = useMessages();
  const [first] = ids;
  return (
    <output>
      {attachments.files.map(({ name, kind, state }) => `${name} ${kind} ${state.status}`).join()}
      {ids.map((id) => (
        <Said key={id} id={id} />
      ))}
      {first !== undefined && <First id={first} />}
    </output>
  );
}

async function open() {
  const server = await startRealServer(() => ["Seen."]);
  const page = await render(
    <AgentProvider transport={server.transport}>
      <Page />
    </AgentProvider>,
  );
  await until(() => attachments.limits !== undefined);
  return { ...server, page };
}

const note = (text: string, name = "note.txt") => new File([text], name, { type: "text/plain" });

describe("useAttachments", () => {
  it("sends a file as soon as it is attached, and a message names it", async () => {
    const { page } = await open();
    await act(async () => attachments.attach([note("hello")]));
    expect(attachments.isPending).toBe(true);
    await until(() => page.text() === "note.txt text uploaded");
    const { uploaded } = attachments;
    await act(async () => {
      attachments.clear();
      await agent.submit("Read this", uploaded);
    });
    await until(() => agent.status === "idle" && media?.[0]?.source.type === "attachment");
    expect(attachments.files).toEqual([]);
    expect(media?.[0]).toMatchObject({ kind: "text", name: "note.txt", size: 5, mimeType: "text/plain" });
    const path = media?.[0]?.source.type === "attachment" ? media[0].source.path : "";
    expect(await (await fetch(addressOf?.(path) ?? "", { headers: TESTER })).text()).toBe("hello");
  });

  it("says what the server does not take, and takes the rest", async () => {
    const { page } = await open();
    const large = new File([new Uint8Array(21 * 1024 * 1024)], "large.txt", { type: "text/plain" });
    const zip = new File(["PK"], "a.zip", { type: "application/zip" });
    let refused: ReturnType<Attachments["attach"]> = [];
    await act(async () => {
      refused = attachments.attach([large, zip, note("", "empty.txt"), note("fine", "fine.txt")]);
    });
    expect(refused).toEqual([
      { name: "large.txt", reason: "too-large" },
      { name: "a.zip", reason: "kind" },
      { name: "empty.txt", reason: "empty" },
    ]);
    await until(() => page.text() === "fine.txt text uploaded");
    await act(async () => {
      refused = attachments.attach(Array.from({ length: 12 }, (_, index) => note("x", `${index}.txt`)));
    });
    expect(refused.map(({ name, reason }) => `${name} ${reason}`)).toEqual(
      ["9.txt", "10.txt", "11.txt"].map((name) => `${name} too-many`),
    );
  });

  it("shows the server's own words for a file that it refuses, and lets it be taken out", async () => {
    const { page } = await open();
    await act(async () => attachments.attach([new File([new Uint8Array([1, 0, 2, 0])], "data", { type: "" })]));
    await until(() => attachments.hasFailed);
    expect(attachments.files[0]?.state).toMatchObject({
      message: expect.stringMatching(/no type that is taken here/),
      canRetry: false,
    });
    await act(async () => attachments.detach(attachments.files[0]?.id ?? ""));
    expect(page.text()).toBe("");
    expect(attachments.hasFailed).toBe(false);
  });

  it("gives a message back whose file is refused, and the next one goes out", async () => {
    const { page } = await open();
    await act(async () => attachments.attach([note("hello")]));
    await until(() => page.text() === "note.txt text uploaded");
    const gone = { ...attachments.uploaded[0], id: crypto.randomUUID() } as Attachment;
    await act(async () => attachments.detach(attachments.files[0]?.id ?? ""));
    await act(() => agent.submit("Read this", [{ ...gone, url: `/attachments/${gone.id}` }]));
    await until(() => agent.problem !== undefined);
    expect(agent.problem?.message).toMatch(/^Attachment .* not found/);
    expect(draft.text).toBe("Read this");
    await act(() => agent.submit("Without it"));
    await until(() => agent.status === "idle" && said().length === 2);
    expect(said()[0]).toBe("Without it");
  });

  it("keeps a message's files when its text is written anew", async () => {
    const { page } = await open();
    await act(async () => attachments.attach([note("hello")]));
    await until(() => page.text() === "note.txt text uploaded");
    const { uploaded } = attachments;
    await act(async () => {
      attachments.clear();
      await agent.submit("Read this", uploaded);
    });
    await until(() => agent.status === "idle" && said().length === 2);
    await act(() => agent.edit(ids[0] ?? "", "Read it again"));
    await until(() => agent.status === "idle" && said()[0] === "Read it again" && said().length === 2);
    expect(media?.[0]).toMatchObject({ name: "note.txt", size: 5 });
  });
});
