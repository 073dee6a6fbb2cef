// @vitest-environment jsdom
import { describe, expect, it } from "vitest";
import type { Info } from "@/lib/protocol";
import { chunk, eventually, gate, info, mountChat, press, type } from "../test-support/mount-chat";

/** A chat whose agent answers with this message. */
async function answer(fields: Record<string, unknown>, ownInfo: Info = info) {
  const chat = await mountChat((run) => run.addMessages("agent", [{ type: "ai", id: "a1", content: "", ...fields }]), {
    info: ownInfo,
  });
  type(chat.field, "Tell me");
  press(chat.field, "Enter");
  await eventually(() => expect(chat.host.innerHTML).toContain('data-message="a1"'));
  return chat;
}

const passed = (ms: number) => new Promise((done) => setTimeout(done, ms));

describe("an answer", () => {
  it("names its sources, and gives an address only to those that passed", async () => {
    const { find } = await answer({
      content: [
        {
          type: "text",
          text: "A twill is woven so.",
          annotations: [
            { type: "citation", url: "https://weave.example/twill", title: "Twill", cited_text: "so it is woven" },
            { type: "citation", url: "javascript:alert(1)", title: "A trap" },
          ],
        },
      ],
    });
    const sources = await find("section", "Sources");
    expect([...sources.querySelectorAll("a")].map((link) => link.getAttribute("href"))).toEqual([
      "https://weave.example/twill",
    ]);
    expect(sources.textContent).toContain("A trap");
  });

  it("has the numbers of its sources at their words while it is written, and the list they lead to when it is", async () => {
    const end = gate();
    const source = {
      type: "citation",
      url: "https://weave.example/twill",
      title: "Twill",
      start_index: 0,
      end_index: 7,
    };
    const { field, find, host } = await mountChat(async (run) => {
      chunk(run, "a1", { content: [{ type: "text", index: 0, text: "A twill is woven so." }] });
      chunk(run, "a1", { content: [{ type: "text", index: 0, text: "", annotations: [source] }] });
      await end.opened;
      const content = [{ type: "text", text: "A twill is woven so.", annotations: [source] }];
      run.addMessages("agent", [{ type: "ai", id: "a1", content }]);
    });
    type(field, "Tell me");
    press(field, "Enter");
    const mark = await find("sup", "1");
    expect(mark.closest("p")?.textContent).toBe("A twill1 is woven so.");
    expect(mark.querySelector("a")).toBeNull();
    expect(host.querySelector('section[aria-label="Sources"]')).toBeNull();
    end.open();
    const sources = await find("section", "Sources");
    const link = await find("sup a", "Source 1: Twill");
    expect(host.querySelector(link.getAttribute("href") ?? "")).toBe(sources.querySelector("li"));
    link.click();
    expect(document.activeElement).toBe(sources.querySelector("a"));
  });

  it("shows what the provider did itself, with arguments and result to look at", async () => {
    const { find } = await answer({
      content: [
        { type: "server_tool_call", id: "s1", name: "web_search", args: { query: "twill" } },
        { type: "server_tool_result", tool_call_id: "s1", status: "success", output: ["A weave"] },
        { type: "text", text: "Found it." },
      ],
    });
    const row = await find("button", /web_search · done/);
    row.click();
    expect((await find("pre", /"query": "twill"/)).textContent).toContain("twill");
    expect((await find("pre", /A weave/)).textContent).toContain("A weave");
    await find("button", "Copy as JSON: Arguments");
  });

  it("without a word is not drawn among others, and says so at the end (case 163)", async () => {
    const call = { id: "k1", name: "look_up", args: {} };
    const { host, field, find } = await mountChat((run) => {
      run.addMessages("agent", [
        { type: "ai", id: "blank", content: "" },
        { type: "ai", id: "calls", content: "", tool_calls: [call] },
        { type: "ai", id: "said", content: "No answer came." },
        { type: "ai", id: "last", content: [{ type: "text", text: " " }] },
      ]);
    });
    type(field, "Look it up");
    press(field, "Enter");
    await find("article", "Look up: Failed");
    await eventually(() => expect(host.textContent).toContain("The answer is empty."));
    const drawn = [...host.querySelectorAll("[data-message]")].map((message) => message.getAttribute("data-message"));
    expect(drawn.slice(1)).toEqual(["calls", "said", "last"]);
    expect(host.querySelectorAll(".tw-row:empty")).toHaveLength(1);
    await find('[data-message="last"] button', "Write again");
  });

  it.each([
    ["length", "It is very", "It is **very"],
    ["stop", "It is **very", "It is **very"],
  ])("whose provider ended it with %s is drawn as it was meant: %s", async (finish_reason, words, content) => {
    const { field, find, host } = await mountChat((run) => {
      run.addMessages("agent", [{ type: "ai", id: "a1", content, response_metadata: { finish_reason } }]);
    });
    type(field, "Tell me");
    press(field, "Enter");
    await find('[data-message="a1"] button', "Write again");
    await eventually(() => expect(host.querySelector(".tw-markdown")?.textContent).toBe(words));
    expect(host.querySelector(".tw-markdown strong")?.textContent).toBe(
      finish_reason === "length" ? "very" : undefined,
    );
  });

  it("that was cut off at a limit says so once to a screen reader, and goes on upon request", async () => {
    let runs = 0;
    const { field, find, host, transport } = await mountChat((run) => {
      runs += 1;
      const response_metadata = { finish_reason: runs === 1 ? "length" : "stop" };
      run.addMessages("agent", [{ type: "ai", id: `a${runs}`, content: `Part ${runs}`, response_metadata }]);
    });
    type(field, "Tell me");
    press(field, "Enter");
    const goOn = await find("button", "Continue");
    const note = await find('[data-message="a1"] p', "Cut off at the model's length limit");
    expect(note.closest("[role=status], [role=alert], [aria-live]")).toBeNull();
    await eventually(() => expect((goOn as HTMLButtonElement).disabled).toBe(false));
    expect(host.querySelector(".tw-status [role=status]")?.textContent?.trim()).toBe(note.textContent);
    goOn.focus();
    goOn.click();
    await eventually(() => expect(host.textContent).toContain("Part 2"));
    expect(document.activeElement).toBe(host.querySelector("section.tw-log"));
    expect(JSON.stringify(transport.started[1]?.input)).toContain("Please go on.");
    await eventually(() => expect(host.querySelector(".tw-status [role=status]")?.textContent?.trim()).toBe("Ready"));
    expect(note.isConnected).toBe(true);
    expect(host.querySelector('[data-message="a1"]')?.textContent).not.toContain("Continue");
  });

  it.each([
    [
      "the provider's filter",
      { response_metadata: { finishReason: "SAFETY" } },
      "Stopped by the provider's content filter",
    ],
    ["a fault", { response_metadata: { finish_reason: "error" } }, "The answer broke off here"],
    ["the person", { additional_kwargs: { toolweave: { end: "stopped" } } }, "Stopped by you"],
  ])("that was ended by %s says so, and offers to write it again", async (_, fields, words) => {
    const { find, host } = await answer({ content: "Half", ...fields });
    await find('[data-message="a1"] p', words);
    await find('[data-message="a1"] button', "Write again");
    expect(host.textContent).not.toContain("Continue");
  });

  it("that ended before its first word says why, and not that it is empty", async () => {
    const { find, host } = await answer({ response_metadata: { finish_reason: "content_filter" } });
    await find('[data-message="a1"] p', "Stopped by the provider's content filter");
    expect(host.textContent).not.toContain("The answer is empty.");
  });

  it("that is written again leaves the focus with the conversation", async () => {
    const { find } = await answer({ content: "Yes." });
    await find("textarea", "Message Assistant");
    const again = await find("button", "Write again");
    again.focus();
    again.click();
    expect(document.activeElement?.getAttribute("aria-label")).toBe("Messages");
  });

  it("says what it cost and how full the context is, by the table of the server", async () => {
    const usage = { input_tokens: 5000, output_tokens: 1000, total_tokens: 6000 };
    const models = { "small-1": { context_tokens: 60_000, price: { currency: "USD", input: 2, output: 10 } } };
    const { host } = await answer(
      { content: "Yes.", usage_metadata: usage, response_metadata: { model_name: "small-1-2026" } },
      { toolweave: { model: { id: "m", isDemo: true }, agents: info.toolweave?.agents ?? [], models } },
    );
    await eventually(() =>
      expect(host.querySelector(".tw-usage")?.textContent).toMatch(/\$0\.02.*10 % of the context/),
    );
  });

  it("says how long it was reasoned and waited for, and how fast it was written; reasoning opens on demand", async () => {
    const { field, find, host } = await mountChat(async (run) => {
      chunk(run, "a1", { additional_kwargs: { reasoning_content: "Plain or twill?" } });
      await find("button", /^Reasoning/);
      chunk(run, "a1", { content: "A twill" });
      await passed(600); // a shorter time says nothing of a speed
      const usage_metadata = { input_tokens: 5, output_tokens: 300, total_tokens: 305 };
      chunk(run, "a1", { content: ".", usage_metadata, chunk_position: "last" });
      run.addMessages("agent", [{ type: "ai", id: "a1", content: "A twill.", usage_metadata }]);
    });
    type(field, "Tell me");
    press(field, "Enter");
    const row = await find("button", "Reasoned for 1 s");
    expect(host.textContent).not.toContain("Plain or twill?");
    row.click();
    await eventually(() => expect(host.textContent).toContain("Plain or twill?"));
    const line = await eventually(() => {
      const text = host.querySelector(".tw-usage")?.textContent ?? "";
      expect(text).toMatch(/first token after [\d.]+ (?:ms|s)/);
      return text;
    });
    const speed = Number(/([\d,]+) tokens\/s/.exec(line)?.[1]?.replace(",", ""));
    expect(speed).toBeGreaterThan(1);
    expect(speed).toBeLessThanOrEqual(500); // 300 in 600 ms or more
  });

  it("says how many of the tokens were cached and how many were reasoning", async () => {
    const { host } = await answer({
      content: "Yes.",
      usage_metadata: {
        input_tokens: 1200,
        output_tokens: 30,
        total_tokens: 1230,
        input_token_details: { cache_read: 1000 },
        output_token_details: { reasoning: 20 },
      },
    });
    await eventually(() =>
      expect(host.querySelector(".tw-usage")?.textContent).toBe(
        "1,200 tokens in1,000 of them cached30 out20 of them reasoning",
      ),
    );
  });
});
