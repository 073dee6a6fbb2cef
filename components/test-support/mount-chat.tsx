import { vi } from "vitest";
import { AgentProvider } from "@/hooks";
import type { HeadlessTool } from "@/lib/headless";
import type { Info } from "@/lib/protocol";
import { type AttachmentTransport, createMemoryTransport, type MemoryRun, type MemoryTransport } from "@/lib/transport";
import { Chat, type ChatProps } from "../chat";
import { newRoot } from "./new-root";

export const info: Info = {
  toolweave: {
    model: { id: "demo", isDemo: true },
    agents: [
      {
        id: "agent",
        title: "Assistant",
        tools: [
          { name: "multiply", title: "Multiply", isHeadless: false },
          { name: "get_location", title: "Your location", isHeadless: true },
        ],
        suggestions: [{ title: "A sum", detail: "Multiply", prompt: "What is 3 * 12?", icon: "calc" }],
      },
    ],
  },
};

export type MountedChat = {
  readonly host: HTMLElement;
  readonly transport: MemoryTransport;
  /** The composer's text field. */
  readonly field: HTMLTextAreaElement;
  /** The element with that role and name; waits until there is one. */
  find(selector: string, name?: string | RegExp): Promise<HTMLElement>;
};

type MountOptions = ChatProps & {
  tools?: HeadlessTool[];
  threadId?: string;
  info?: Info;
  /** What the server waits for before it says what it is. */
  informed?: Promise<void>;
  widthPx?: number;
  /** Where files go; without it the server takes none. */
  attachments?: AttachmentTransport;
};

/** The whole chat in jsdom, on the real hooks and store, against the in-memory server; taken down when the test ends. */
export async function mountChat(
  script: (run: MemoryRun) => Promise<void> | void,
  { tools = [], threadId, info: ownInfo = info, informed, widthPx = 1280, attachments, ...props }: MountOptions = {},
): Promise<MountedChat> {
  provideBrowser(widthPx);
  const memory = createMemoryTransport({ script, info: ownInfo });
  const transport: MemoryTransport = {
    ...memory,
    ...(attachments && { attachments }),
    info: async (signal) => {
      await informed;
      return await memory.info(signal);
    },
  };
  const { host, root } = newRoot();
  root.render(
    <AgentProvider transport={transport} tools={tools} threadId={threadId}>
      <Chat {...props} />
    </AgentProvider>,
  );
  const find = (selector: string, name?: string | RegExp) =>
    eventually(() => {
      const found = [...host.querySelectorAll<HTMLElement>(selector)].find((element) => matches(element, name));
      if (!found) throw new Error(`No ${selector} named ${name} in:\n${host.textContent}`);
      return found;
    });
  const field = await find("textarea", informed === undefined ? "Message Assistant" : undefined);
  return { host, transport, field: field as HTMLTextAreaElement, find };
}

/** Waits until the check passes, however busy the machine is. */
export function eventually<Result>(check: () => Result): Promise<Result> {
  return vi.waitFor(check, { timeout: 10_000, interval: 10 });
}

/** Types into a controlled field, as React sees it. */
export function type(field: HTMLTextAreaElement | HTMLInputElement, text: string): void {
  const setter = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value")?.set;
  setter?.call(field, text);
  field.dispatchEvent(new InputEvent("input", { bubbles: true }));
}

export function press(target: Element, key: string, init: KeyboardEventInit = {}): void {
  target.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...init }));
}

/** Writes a message of the agent in pieces, each a chunk of the wire. */
export function chunk(run: MemoryRun, id: string, fields: Record<string, unknown>): void {
  run.emit("messages", [
    { type: "AIMessageChunk", id, content: "", ...fields },
    { langgraph_node: "agent", langgraph_checkpoint_ns: "" },
  ]);
}

/** A promise, and the function that fulfils it. */
export function gate(): { readonly opened: Promise<void>; open(): void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { opened: promise, open: resolve };
}

function matches(element: HTMLElement, name: string | RegExp | undefined): boolean {
  if (name === undefined) return true;
  const own = element.getAttribute("aria-label") ?? element.textContent ?? "";
  return typeof name === "string" ? own === name : name.test(own);
}

/** What jsdom has not: a layout to observe, and a scroller to move. */
function provideBrowser(width: number): void {
  vi.stubGlobal(
    "ResizeObserver",
    class {
      readonly #report: ResizeObserverCallback;
      constructor(report: ResizeObserverCallback) {
        this.#report = report;
      }
      observe(target: Element): void {
        const entry = { target, contentRect: { width } } as ResizeObserverEntry; // all that is read of it
        queueMicrotask(() => this.#report([entry], this));
      }
      unobserve(): void {}
      disconnect(): void {}
    },
  );
  vi.stubGlobal("CSS", { supports: () => true });
  Element.prototype.scrollTo = () => {};
  Element.prototype.scrollIntoView = () => {};
}
