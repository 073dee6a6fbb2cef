import { type Chat, expect, test } from "../support/test";

const POINTS = [
  { label: "Lisbon", value: 545_923 },
  { label: "Tokyo", value: 13_960_000 },
];

/** A settled thread with one chart, opened. */
async function openChart(chat: Chat, url: string, args: { title: string; kind: "bar" | "line"; points: object[] }) {
  const { page } = chat;
  const threadId = crypto.randomUUID();
  await page.request.get(url); // the page's cookie says whose thread it is
  const messages = [
    { type: "human", id: "m1", content: "Draw it" },
    { type: "ai", id: "m2", content: "", tool_calls: [{ id: "c1", name: "make_chart", args }] },
    { type: "tool", id: "m3", tool_call_id: "c1", name: "make_chart", content: '{"points":2}' },
    { type: "ai", id: "m4", content: "There it is." },
  ];
  const supersteps = [{ updates: [{ as_node: "model_request", values: { messages } }] }];
  const data = { thread_id: threadId, metadata: { graph_id: "agent" }, supersteps };
  expect((await page.request.post(`${url}/api/threads`, { data })).ok()).toBe(true);
  await chat.open(`/t/${threadId}`);
  await chat.log.getByRole("button", { name: /^Chart/, expanded: false }).click();
  const drawing = chat.log.locator(".tw-chart");
  await expect(drawing).toBeVisible();
  return drawing;
}

test("a chart's labels stand below their bars, and its large numbers are whole", async ({ chat, server }) => {
  const drawing = await openChart(chat, server.url, { title: "People", kind: "bar", points: POINTS });
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

test("the dots of a line stand on it, also at zero and below", async ({ chat, server }) => {
  const points = [12, 0, -8, 3].map((value, index) => ({ label: `Day ${index + 1}`, value }));
  const drawing = await openChart(chat, server.url, { title: "Degrees", kind: "line", points });
  const { dots, line } = await drawing.evaluate((chart) => {
    const field = chart.querySelector(".tw-chart-field")?.getBoundingClientRect() ?? new DOMRect();
    const corners = [...(chart.querySelector("polyline")?.points ?? [])];
    return {
      dots: [...chart.querySelectorAll(".tw-chart-point")].map((dot) => {
        const { top, left, width, height } = dot.getBoundingClientRect();
        return { x: left + width / 2 - field.left, y: top + height / 2 - field.top };
      }),
      line: corners.map(({ x, y }) => ({ x: (x * field.width) / 100, y: (y * field.height) / 100 })),
    };
  });
  expect(line).toHaveLength(4);
  for (const [index, { x, y }] of line.entries()) {
    expect(Math.abs(x - (dots[index]?.x ?? 0))).toBeLessThan(0.6);
    expect(Math.abs(y - (dots[index]?.y ?? 0))).toBeLessThan(0.6);
  }
});

test("bars, points and lines are seen in forced colours", async ({ chat, page, server }) => {
  await page.emulateMedia({ forcedColors: "active" });
  for (const kind of ["bar", "line"] as const) {
    const drawing = await openChart(chat, server.url, { title: "People", kind, points: POINTS });
    const drawn = await drawing.evaluate((chart) => {
      const text = getComputedStyle(chart).color;
      const point = chart.querySelector(".tw-chart-point");
      const line = chart.querySelector(".tw-chart-line");
      if (!point || !line) throw new Error("The chart has no points.");
      const ground = getComputedStyle(document.body).backgroundColor;
      return {
        isPointSeen: getComputedStyle(point).backgroundImage.includes(text),
        isLineSeen: ![ground, "rgba(0, 0, 0, 0)"].includes(getComputedStyle(line).backgroundColor),
      };
    });
    expect(drawn).toEqual({ isPointSeen: true, isLineSeen: true });
  }
});

for (const width of [1280, 390]) {
  test(`labels of a chart do not touch, and none of its numbers becomes zero, ${width} px`, async ({
    chat,
    page,
    server,
  }) => {
    await page.setViewportSize({ width, height: 844 });
    const points = Array.from({ length: 12 }, (_, index) => ({
      label: `The region number ${index + 1}`,
      value: (index + 1) / 1e6,
    }));
    const drawing = await openChart(chat, server.url, { title: "Shares", kind: "bar", points });
    const marks = await drawing.locator(".tw-chart-scale > span").allTextContents();
    expect(marks.filter((mark) => mark === "0")).toHaveLength(1);
    expect(new Set(marks).size).toBe(marks.length);
    await expect(drawing).toHaveAccessibleName(/from 0\.000001 to 0\.000012/);
    const labels = drawing.locator(".tw-chart-labels > span");
    await expect.poll(() => labels.count()).toBeLessThan(12);
    const rooms = await labels.evaluateAll((spans) =>
      spans.map((span) => {
        const { left, right } = span.getBoundingClientRect();
        const { paddingLeft, paddingRight } = getComputedStyle(span);
        const range = document.createRange();
        range.selectNodeContents(span);
        const words = range.getBoundingClientRect();
        const [start, end] = [left + Number.parseFloat(paddingLeft), right - Number.parseFloat(paddingRight)];
        return { from: Math.max(start, words.left), to: Math.min(end, words.right) };
      }),
    );
    const starts = await drawing
      .locator(".tw-chart-point")
      .evaluateAll((bars) => bars.map((bar) => bar.getBoundingClientRect().left));
    expect(rooms.length).toBeGreaterThan(1);
    for (const [index, { from, to }] of rooms.entries()) {
      expect(Math.abs(from - (starts[(index * 12) / rooms.length] ?? 0))).toBeLessThan(2); // below its own bar
      expect(to - from).toBeGreaterThan(60); // enough of it is read to tell it from the others
      expect(from - (rooms[index - 1]?.to ?? 0)).toBeGreaterThanOrEqual(6);
    }
  });
}
