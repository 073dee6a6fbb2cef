import fc from "fast-check";
import { expect, it } from "vitest";
import { mailLink } from "./mail-link";

it("keeps every character, and adds no recipient and no field that the address smuggles in", () => {
  fc.assert(
    fc.property(
      fc.record({
        to: fc.string({ unit: "grapheme", maxLength: 40 }),
        subject: fc.string({ unit: "grapheme", maxLength: 40 }),
        body: fc.string({ unit: "grapheme", maxLength: 200 }),
      }),
      (email) => {
        const link = mailLink(email);
        const url = new URL(link ?? "");
        expect(decodeURIComponent(url.pathname)).toBe(email.to.replaceAll(/\s+/g, " ").trim());
        expect([...url.searchParams.keys()]).toEqual(["subject", "body"]);
        expect(url.searchParams.get("body")).toBe(email.body.replaceAll(/\r\n|\r|\n/g, "\r\n"));
      },
    ),
  );
  const link = mailLink({ to: "a@example.com?bcc=b@example.com&x,c@example.com\r\nd", subject: "s\r\nt", body: "b" });
  expect(link).not.toMatch(/[?&]bcc=|,|%0D%0At/);
});

it("gives no link that a mail program would cut", () => {
  expect(mailLink({ to: "a@example.com", subject: "s", body: "x".repeat(9000) })).toBeUndefined();
});
