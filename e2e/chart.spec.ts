import { expect, test } from "./support/test";

const POINTS = [
  { label: "Lisbon", value: 545_923 },
  { label: "Tokyo", value: 13_960_000 },
];

test("a chart's labels stand below their bars, and its large numbers are whole", async ({ chat, page, server }) => {
  const threadId = crypto.randomUUID();
  await page.request.get(server.url); // the page's cookie says whose thread it is
  const args = { title: "People", kind: "bar", points: POINTS };
  const messages = [
    { type: "human", id: "m1", content: "Draw it" },
    { type: "ai", id: "m2", content: "", tool_calls: [{ id: "c1", name: "make_chart", args }] },
    { type: "tool", id: "m3", tool_call_id: "c1", name: "make_chart", content: '{"points":2}' },
    { type: "ai", id: "m4", content: "There it is." },
  ];
  const supersteps = [{ updates: [{ as_node: "model_request", values: { messages } }] }];
  const data = { thread_id: threadId, metadata: { graph_id: "agent" }, supersteps };
  expect((await page.request.post(`${server.url}/api/threads`, { data })).ok()).toBe(true);
  await chat.open(`/t/${threadId}`);
  await chat.log.getByRole("button", { name: /^Chart/, expanded: false }).click();
  const drawing = chat.log.locator(".tw-chart");
  await expect(drawing).toBeVisible();

  const places = await drawing.evaluate((chart) => {
    const middles = (selector: string) =>
      [...chart.querySelectorAll(selector)].map((part) => {
        const { left, width } = part.getBoundingClientRect();
        return Math.round(left + width / 2);
      });
    const start = chart.getBoundingClientRect().left;
    const marks = [...chart.querySelectorAll(".tw-chart-scale > span")];
    return {
      bars: middles(".tw-chart-point"),
      labels: middles(".tw-chart-labels > span"),
      cut: marks.filter((mark) => mark.getBoundingClientRect().left < start).map((mark) => mark.textContent),
    };
  });
  expect(places.labels).toEqual(places.bars);
  expect(places.cut).toEqual([]);
});
