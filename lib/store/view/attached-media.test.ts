import { describe, expect, test } from "vitest";
import { attachmentsOf, blockOf, mediaOf, readMedia } from "./attached-media";

const ATTACHMENT = {
  id: "a-1",
  url: "/attachments/a-1",
  name: "photo.png",
  kind: "image",
  mime_type: "image/png",
  size: 12,
  created_at: "",
  width: 3,
  height: 2,
  has_thumbnail: true,
} as const;

describe("the media of a message", () => {
  test("are the same from an upload, and from the block that a message keeps of it", () => {
    const media = readMedia([{ type: "text", text: "Look" }, blockOf(ATTACHMENT)]);
    expect(media).toEqual([mediaOf(ATTACHMENT)]);
    expect(attachmentsOf(media)).toEqual([ATTACHMENT]);
  });

  test.each([
    ["v1 of Python", { type: "image", base64: "AAAA", mime_type: "image/png" }, { type: "data", base64: "AAAA" }],
    ["v1 of JavaScript", { type: "audio", data: "AAAA", mimeType: "audio/wav" }, { type: "data", base64: "AAAA" }],
    [
      "before v1",
      { type: "file", source_type: "base64", data: "AAAA", mime_type: "application/pdf" },
      { type: "data", base64: "AAAA" },
    ],
    [
      "OpenAI",
      { type: "image_url", image_url: { url: "data:image/png;base64,AAAA" } },
      { type: "data", base64: "AAAA" },
    ],
    [
      "an address",
      { type: "image", url: "https://example.org/a.png" },
      { type: "url", url: "https://example.org/a.png" },
    ],
    [
      "a path that is none of ours",
      { type: "image", url: "/attachments/../x" },
      { type: "url", url: "/attachments/../x" },
    ],
  ])("are read as %s writes them", (_, block, source) => {
    expect(readMedia([block])).toMatchObject([{ source }]);
  });

  test("are none in text, in blocks without bytes, and in nonsense; then always the same list", () => {
    const nothing = [
      undefined,
      "text",
      [],
      [{ type: "image" }],
      [null, 1, { type: 3 }],
      [{ type: "constructor", url: "x" }],
    ];
    for (const content of nothing) expect(readMedia(content)).toBe(readMedia("text"));
  });
});
