import { afterEach, describe, expect, it, vi } from "vitest";
import type { HeadlessContext, HeadlessTool } from "../contract";
import { runTool } from "../run-tool";
import { browserTools } from "./browser-tools";

const clock = { now: () => 0, setTimer: () => () => {} };

function run(name: string, args: unknown, abort = new AbortController()) {
  const tool = browserTools.find((candidate) => candidate.contract.name === name) as HeadlessTool;
  const context: HeadlessContext = { signal: abort.signal, callId: "k1", threadId: "t1", reportProgress: () => {} };
  return runTool(tool, args, context, (reason) => abort.abort(reason), clock);
}

afterEach(() => vi.unstubAllGlobals());

it("every tool has a name, a title, and a reason for the person", () => {
  const names = browserTools.map((tool) => tool.contract.name);
  expect(new Set(names).size).toBe(names.length);
  for (const { contract } of browserTools) {
    expect(contract.title).not.toBe("");
    expect(contract.reason).toMatch(/\.$/);
  }
});

describe("get_location", () => {
  /** The browser's own interface, at the edge of what Node has. */
  function stubGeolocation(
    answer: (success: PositionCallback, failure: PositionErrorCallback, options?: PositionOptions) => void,
  ) {
    vi.stubGlobal("navigator", { geolocation: { getCurrentPosition: answer } });
  }

  it("gives place and accuracy, precise only when asked", async () => {
    const asked: (boolean | undefined)[] = [];
    stubGeolocation((success, _failure, options) => {
      asked.push(options?.enableHighAccuracy);
      success({ coords: { latitude: 45.07, longitude: 7.69, accuracy: 12 } } as GeolocationPosition);
    });
    await expect(run("get_location", {})).resolves.toEqual({
      type: "success",
      value: { latitude: 45.07, longitude: 7.69, accuracy_m: 12 },
    });
    await run("get_location", { high_accuracy: true });
    expect(asked).toEqual([false, true]);
  });

  it.each([
    ["the permission is denied", 1, /permission/],
    ["the device does not know", 2, /could not find out/],
  ])("refuses in a sentence where %s", async (_name, code, words) => {
    stubGeolocation((_success, failure) => failure({ code, message: "" } as GeolocationPositionError));
    await expect(run("get_location", {})).resolves.toMatchObject({
      code: "tool_unavailable",
      message: expect.stringMatching(words),
    });
  });

  it("refuses where there is no geolocation, and on an insecure origin", async () => {
    vi.stubGlobal("navigator", {});
    await expect(run("get_location", {})).resolves.toMatchObject({ code: "tool_unavailable" });
    vi.stubGlobal("isSecureContext", false);
    await expect(run("get_location", {})).resolves.toMatchObject({
      code: "tool_unavailable",
      message: expect.stringContaining("https"),
    });
  });

  it("ends when it is cancelled", async () => {
    stubGeolocation(() => {});
    const abort = new AbortController();
    const outcome = run("get_location", {}, abort);
    abort.abort();
    await expect(outcome).resolves.toMatchObject({ code: "tool_cancelled" });
  });
});

describe("notes", () => {
  it("refuse in a sentence where the browser keeps nothing", async () => {
    expect(globalThis.indexedDB).toBeUndefined();
    for (const [name, args] of [
      ["save_note", { text: "x" }],
      ["list_notes", {}],
    ] as const) {
      await expect(run(name, args)).resolves.toMatchObject({
        code: "tool_unavailable",
        message: expect.stringContaining("notes"),
      });
    }
  });
});

describe("where the browser has no such interface", () => {
  it.each([
    ["read_clipboard", {}],
    ["write_clipboard", { text: "x" }],
    ["show_notification", { title: "x" }],
    ["open_local_file", {}],
    ["save_file", { name: "x.txt", text: "x" }],
    ["send_email", { to: "a@example.com", subject: "s", body: "b" }],
    ["read_selection", {}],
    ["read_page_text", {}],
    ["get_device_info", {}],
    ["set_theme", { theme: "dark" }],
    ["speak", { text: "x" }],
    ["draw_chart", { file_id: "file_0", x: "a", y: "b" }],
  ])("%s refuses in a sentence", async (name, args) => {
    vi.stubGlobal("navigator", {});
    await expect(run(name, args)).resolves.toMatchObject({
      code: "tool_unavailable",
      message: expect.stringMatching(/^[A-Z].*\.$/),
    });
  });

  it("every tool is in this file", () => {
    const seen = "get_location save_note list_notes read_clipboard write_clipboard show_notification open_local_file";
    const more = "save_file send_email read_selection read_page_text get_device_info set_theme speak draw_chart";
    expect(browserTools.map(({ contract }) => contract.name).sort()).toEqual(`${seen} ${more}`.split(" ").sort());
  });
});

describe("on an insecure origin", () => {
  it.each([
    ["read_clipboard", {}],
    ["write_clipboard", { text: "x" }],
    ["show_notification", { title: "x" }],
  ])("%s names the reason", async (name, args) => {
    vi.stubGlobal("isSecureContext", false);
    await expect(run(name, args)).resolves.toMatchObject({
      code: "tool_unavailable",
      message: expect.stringContaining("https"),
    });
  });
});

describe("where the browser says no", () => {
  const refuse = () => Promise.reject(new DOMException("Write permission denied.", "NotAllowedError"));

  it.each([
    ["read_clipboard", {}],
    ["write_clipboard", { text: "x" }],
  ])("%s says that it is not permitted", async (name, args) => {
    vi.stubGlobal("navigator", { clipboard: { readText: refuse, writeText: refuse } });
    await expect(run(name, args)).resolves.toMatchObject({
      code: "tool_unavailable",
      message: expect.stringContaining("does not permit"),
    });
  });

  it("show_notification says that it is not permitted, after asking once", async () => {
    const asked: string[] = [];
    const requestPermission = async () => {
      asked.push("asked");
      return "denied";
    };
    vi.stubGlobal("Notification", { permission: "default", requestPermission });
    await expect(run("show_notification", { title: "x" })).resolves.toMatchObject({ code: "tool_unavailable" });
    expect(asked).toEqual(["asked"]);
  });

  it("speak asks for a click where the browser wants one, and ends when it is cancelled", async () => {
    class Utterance {
      onerror?: (event: { error: string }) => void;
    }
    vi.stubGlobal("SpeechSynthesisUtterance", Utterance);
    vi.stubGlobal("speechSynthesis", { speak: (said: Utterance) => said.onerror?.({ error: "not-allowed" }) });
    await expect(run("speak", { text: "x" })).resolves.toMatchObject({ code: "gesture_spent" });
    const cancelled: string[] = [];
    vi.stubGlobal("speechSynthesis", { speak: () => {}, cancel: () => cancelled.push("cancelled") });
    const abort = new AbortController();
    const outcome = run("speak", { text: "x" }, abort);
    abort.abort();
    await expect(outcome).resolves.toMatchObject({ code: "tool_cancelled" });
    expect(cancelled).toEqual(["cancelled"]);
  });
});
