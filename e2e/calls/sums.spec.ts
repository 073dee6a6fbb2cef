import { expect, test } from "../support/test";

test.use({ viewport: { width: 390, height: 844 } });

test("a sum is exact, or says that it is not, and none of its numbers is broken into lines", async ({ chat }) => {
  await chat.open();
  await chat.send("What is 987654321987654 * 123456789123456?");
  await expect(chat.log).toContainText("is 121932631356499712458313812224");
  const lines = (text: string) =>
    chat.log.locator("article").evaluateAll((cards, wanted) => {
      const walker = document.createTreeWalker(cards.at(-1) ?? document, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
        if (node.textContent !== wanted || node.parentElement?.tagName !== "P") continue;
        const range = document.createRange();
        range.selectNodeContents(node);
        return range.getClientRects().length;
      }
      return 0;
    }, text);
  const product = String(987654321987654n * 123456789123456n);
  expect(await lines(product)).toBe(1);
  const overflow = await chat.log.evaluate((log) => log.scrollWidth - log.clientWidth);
  expect(overflow).toBe(0);
  await chat.send("What is 12345678901234567890 + 1?");
  await expect(chat.log).toContainText("12345678901234567890 + 1 is about 12345678901234600000");
});
