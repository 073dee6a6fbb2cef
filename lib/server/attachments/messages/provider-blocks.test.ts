import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { HumanMessage } from "@langchain/core/messages";
import { describe, expect, onTestFinished, test } from "vitest";
import { resolveModel } from "../../models";
import { PDF, pngOf, wav } from "../../test-support/sample-files";
import { createAttachments } from "../attachments";
import { readAttachmentRules } from "../limits";
import { createMemoryAttachments } from "../store/memory-store";
import { inlineFiles } from "./inline-files";
import { toReference } from "./reference";
import { refusedKinds } from "./refused-kinds";

/** A provider that answers nothing, and keeps what it was sent. */
async function listen(): Promise<{ url: string; bodies: unknown[] }> {
  const bodies: unknown[] = [];
  const server = createServer(async (request, response) => {
    bodies.push(JSON.parse(await text(request)));
    response.writeHead(400, { "content-type": "application/json" }).end('{"error":{"message":"enough"}}');
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => new Promise<void>((resolve) => void server.close(() => resolve())));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, bodies };
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

async function threadWithFiles() {
  const store = createMemoryAttachments();
  const attachments = createAttachments(store, readAttachmentRules());
  const png = await pngOf(3, 3);
  const ids: string[] = [];
  for (const [name, bytes] of [
    ["a.png", png],
    ["b.pdf", PDF],
    ["c.csv", new TextEncoder().encode("name,age\nInes,30\n")],
    ["d.wav", wav()],
  ] as const) {
    ids.push((await attachments.upload({ userId: "ann", name, bytes: once(bytes) })).id);
  }
  await attachments.bindFiles({ userId: "ann", threadId: "t1", ids }, async () => undefined);
  const records = await store.list({});
  const byName = records.toSorted((a, b) => a.name.localeCompare(b.name));
  const message = new HumanMessage({
    id: "m1",
    content: [{ type: "text", text: "What are these?" }, ...byName.map(toReference)] as never,
  });
  return { store, attachments, message, png, records: byName };
}

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64");

async function sentTo(provider: string, variable: string, key: string) {
  const server = await listen();
  const { model } = await resolveModel(provider, { [variable]: server.url, [key]: "k".repeat(20) });
  const { store, message, png } = await threadWithFiles();
  const messages = await inlineFiles([message], store, { threadId: "t1", refuses: refusedKinds(model) });
  await model.invoke(messages).catch(() => undefined);
  return { body: server.bodies[0], png };
}

describe("files reach a provider in its own shape", () => {
  test("OpenAI", async () => {
    const { body, png } = await sentTo("openai:gpt-4o-audio-preview-unknown", "OPENAI_BASE_URL", "OPENAI_API_KEY");
    expect(body).toMatchObject({
      messages: [
        {
          role: "user",
          content: [
            { type: "text", text: "What are these?" },
            { type: "image_url", image_url: { url: `data:image/png;base64,${base64(png)}` } },
            { type: "file", file: { filename: "b.pdf", file_data: `data:application/pdf;base64,${base64(PDF)}` } },
            { type: "text", text: "Attached file c.csv:\n\nname,age\nInes,30\n" },
            { type: "input_audio", input_audio: { format: "wav", data: base64(wav()) } },
          ],
        },
      ],
    });
  });

  test("Anthropic, which takes no recordings and is told so", async () => {
    const { body, png } = await sentTo("anthropic:claude-haiku-4-5", "ANTHROPIC_BASE_URL", "ANTHROPIC_API_KEY");
    expect(body).toMatchObject({
      messages: [
        {
          role: "user",
          content: [
            { type: "text", text: "What are these?" },
            { type: "image", source: { type: "base64", media_type: "image/png", data: base64(png) } },
            { type: "document", source: { type: "base64", media_type: "application/pdf", data: base64(PDF) } },
            { type: "text", text: "Attached file c.csv:\n\nname,age\nInes,30\n" },
            {
              type: "text",
              text: "[d.wav (audio/wav, 844 bytes) was attached here. You cannot read files of this type.]",
            },
          ],
        },
      ],
    });
  });

  test("Google", async () => {
    const { body, png } = await sentTo("google-genai:gemini-2.5-flash", "GOOGLE_GEMINI_BASE_URL", "GOOGLE_API_KEY");
    expect(body).toMatchObject({
      contents: [
        {
          role: "user",
          parts: [
            { text: "What are these?" },
            { inlineData: { mimeType: "image/png", data: base64(png) } },
            { inlineData: { mimeType: "application/pdf", data: base64(PDF) } },
            { text: "Attached file c.csv:\n\nname,age\nInes,30\n" },
            { inlineData: { mimeType: "audio/wav", data: base64(wav()) } },
          ],
        },
      ],
    });
  });
});

describe("what a model is given in place of a file", () => {
  const refuses = new Set<never>();

  test("is only what belongs to the thread, and says what is gone", async () => {
    const { store, message, records } = await threadWithFiles();
    await store.delete(records[0]?.id ?? "");
    const [here] = await inlineFiles([message], store, { threadId: "t1", refuses });
    expect(JSON.stringify(here?.content)).toContain("[a.png was attached here. It is not there any more.]");
    expect(JSON.stringify(here?.content)).toContain("Ines,30");
    const [elsewhere] = await inlineFiles([message], store, { threadId: "t2", refuses });
    expect(JSON.stringify(elsewhere?.content)).not.toContain("Ines,30");
    expect(JSON.stringify(elsewhere?.content)).not.toContain("base64");
  });

  test("is the newest first where all of them would be too much for one call, and never too much text", async () => {
    const store = createMemoryAttachments();
    const attachments = createAttachments(store, readAttachmentRules());
    const pdfOf = (bytes: number) => Buffer.concat([PDF, Buffer.alloc(bytes)]);
    const take = async (name: string, bytes: Uint8Array) => {
      const { id } = await attachments.upload({ userId: "ann", name, bytes: once(bytes) });
      await attachments.bindFiles({ userId: "ann", threadId: "t1", ids: [id] }, async () => undefined);
      const record = await store.get(id);
      if (!record) throw new Error("it was just taken");
      return new HumanMessage({ content: [toReference(record)] as never });
    };
    const messages = [
      await take("old.pdf", pdfOf(18_000_000)),
      new HumanMessage("And now?"),
      await take("new.pdf", pdfOf(18_000_000)),
      await take("long.txt", Buffer.from("ä".repeat(400_000))),
    ];
    const given = await inlineFiles(messages, store, { threadId: "t1", refuses });
    expect(given[0]?.text).toMatch(/^\[old\.pdf .* It is left out now/);
    expect(given[1]).toBe(messages[1]);
    expect(given[2]?.content).toMatchObject([
      { type: "file", mimeType: "application/pdf", metadata: { filename: "new.pdf" } },
    ]);
    expect(given[3]?.text.length).toBeLessThan(140_000);
    expect(given[3]?.text).toMatch(/ä\n\[The file goes on: 800000 bytes in all, the first 262144 are here\.\]$/);
  });
});
