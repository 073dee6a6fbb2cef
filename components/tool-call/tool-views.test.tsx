// @vitest-environment jsdom
import { expect, it, vi } from "vitest";
import { chunk, eventually, gate, mountChat, press, type } from "../test-support/mount-chat";
import { defineToolView } from "./tool-view";

type Booking = { venue: string; days: { date: string }[] };

async function book(toolViews: Parameters<typeof mountChat>[1]) {
  const [more, end] = [gate(), gate()];
  const chat = await mountChat(async (run) => {
    const call = { id: "c1", name: "create_booking", args: { venue: "Oficina", days: [{ date: "8 March" }] } };
    const write = (args: string, id: string | null, name: string | null) =>
      chunk(run, "m1", { tool_call_chunks: [{ index: 0, args, id, name, type: "tool_call_chunk" }] });
    write('{"venue": "Ofi', "c1", "create_booking");
    await more.opened;
    write('cina", "days": [{"date": "8 March"}]}', null, null);
    run.addMessages("agent", [{ type: "ai", id: "m1", content: "", tool_calls: [call] }]);
    await end.opened;
    const content = JSON.stringify({ id: "b7" });
    run.addMessages("tools", [{ type: "tool", id: "t1", tool_call_id: "c1", name: "create_booking", content }]);
  }, toolViews);
  type(chat.field, "Go");
  press(chat.field, "Enter");
  return { ...chat, more, end, card: await chat.find("article") };
}

it("draws a tool of the page's own: its arguments with their states, then its result", async () => {
  const view = defineToolView<Booking, { id: string }>("create_booking", {
    preview: ({ arg, args, isComplete }) => {
      const { value, state } = arg(["venue"]);
      return <p data-own={state}>{`${value}, ${args?.days?.[0]?.date ?? "no day"}, ${isComplete}`}</p>;
    },
    result: ({ args, output }) => <p data-own="result">{`${args.days.length} day, ${output.id}`}</p>,
  });
  const { card, more, end } = await book({ toolViews: [view] });
  const own = () => card.querySelector<HTMLElement>("[data-own]");
  await eventually(() => expect([own()?.dataset.own, own()?.textContent]).toEqual(["growing", "Ofi, no day, false"]));
  more.open();
  await eventually(() =>
    expect([own()?.dataset.own, own()?.textContent]).toEqual(["complete", "Oficina, 8 March, true"]),
  );
  end.open();
  await eventually(() => expect([own()?.dataset.own, own()?.textContent]).toEqual(["result", "1 day, b7"]));
});

it("draws the arguments as a tree where a view throws, and gives its result another chance", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {}); // React says what it caught
  const view = defineToolView<Booking>("create_booking", {
    preview: () => {
      throw new Error("half a booking");
    },
    result: ({ args }) => <p data-own>{args.venue}</p>,
  });
  const { card, field, more, end } = await book({ toolViews: [view] });
  await eventually(() => expect(card.textContent).toContain("venue (growing)"));
  expect(field.isConnected).toBe(true);
  more.open();
  end.open();
  await eventually(() => expect(card.querySelector("[data-own]")?.textContent).toBe("Oficina"));
});
