import type { WireMessage } from "@/lib/protocol";
import type { ChatMessage } from "../session-state";
import { NO_EXTRAS } from "./content-extras";
import type { MessageRecord } from "./records";

type Origin = {
  readonly scope?: string;
  readonly runId?: string | undefined;
  readonly isOwn?: boolean;
  readonly isStandIn?: boolean;
};

export type MessageList = {
  /** Keys of the shown messages in order; a new array when it changed. */
  order(): readonly string[];
  find(id: string): MessageRecord | undefined;
  all(): Iterable<MessageRecord>;
  /** Appends a message. */
  add(key: string, type: ChatMessage["type"], origin?: Origin): MessageRecord;
  /** The message that a piece belongs to; `undefined`: a new one begins. */
  locate(piece: WireMessage, scope: string): MessageRecord | undefined;
  /** The message of this page that came whole under another id. It keeps its key. */
  adopt(whole: WireMessage): MessageRecord | undefined;
  /** Puts the server's order first; messages that the server does not list stay behind their neighbour or go. Returns those that went. */
  arrange(truth: readonly string[], stays: (message: MessageRecord) => boolean): readonly MessageRecord[];
  remove(message: MessageRecord): void;
};

/** `onAdd` hears of each message that is appended. */
export function createMessageList(onAdd: (key: string) => void = () => {}): MessageList {
  const records = new Map<string, MessageRecord>();
  const aliases = new Map<string, string>();
  const openByScope = new Map<string, MessageRecord>();
  let order: string[] = [];
  /** The list has been given away: what is added next makes a new one. */
  let isGiven = false;

  const find = (id: string): MessageRecord | undefined => records.get(aliases.get(id) ?? id);

  function forget(message: MessageRecord): void {
    records.delete(message.key);
    const { scope } = message;
    if (scope !== undefined && openByScope.get(scope) === message) openByScope.delete(scope);
  }

  return {
    order: () => {
      isGiven = true;
      return order;
    },
    find,
    all: () => records.values(),

    add: (key, type, { scope, runId, isOwn = false, isStandIn = false } = {}) => {
      const message: MessageRecord = {
        key,
        type,
        text: "",
        reasoning: "",
        media: [],
        extras: NO_EXTRAS,
        citationReader: undefined,
        timing: undefined,
        usage: undefined,
        model: undefined,
        scope,
        runId,
        isOpen: false,
        isSettled: false,
        isCutOff: false,
        end: undefined,
        isOwn,
        isStandIn,
        stream: undefined,
        calls: [],
        shown: undefined,
      };
      records.set(key, message);
      if (isGiven) order = [...order];
      isGiven = false;
      order.push(key); // a thread of 10,000 is not copied 10,000 times
      if (scope !== undefined) openByScope.set(scope, message);
      onAdd(key);
      return message;
    },

    locate: ({ id }, scope) => {
      const known = id ? find(id) : undefined;
      if (known !== undefined) return known;
      const open = openByScope.get(scope);
      if (open === undefined || !open.isOpen) return undefined;
      if (!id) return open;
      if (isMadeUp(id) === isMadeUp(open.key)) return undefined;
      aliases.set(id, open.key);
      return open;
    },

    adopt: (whole) => {
      const { id } = whole;
      if (!id) return undefined;
      const place = order.findLastIndex((key) => {
        const message = records.get(key);
        return message !== undefined && !message.isSettled && isRenamed(message, whole);
      });
      const message = records.get(order[place] ?? "");
      if (message !== undefined) aliases.set(id, message.key);
      return message;
    },

    arrange: (truth, stays) => {
      const listed = new Set(truth);
      const behind = new Map<string | undefined, string[]>();
      const gone: MessageRecord[] = [];
      let neighbour: string | undefined;
      for (const key of order) {
        if (listed.has(key)) {
          neighbour = key;
          continue;
        }
        const message = records.get(key);
        if (message === undefined) continue;
        if (stays(message)) behind.set(neighbour, [...(behind.get(neighbour) ?? []), key]);
        else gone.push(message);
      }
      for (const message of gone) forget(message);
      const arranged = [undefined, ...truth].flatMap((key) => [
        ...(key === undefined ? [] : [key]),
        ...(behind.get(key) ?? []),
      ]);
      const isSame = arranged.length === order.length && arranged.every((key, place) => key === order[place]);
      if (!isSame) order = arranged;
      return gone;
    },

    remove: (message) => {
      forget(message);
      order = order.filter((key) => key !== message.key);
    },
  };
}

/** Ids that LangChain makes up until the provider's own comes. */
function isMadeUp(id: string): boolean {
  return id.startsWith("run-") || id.startsWith("lc_");
}

function isRenamed(message: MessageRecord, whole: WireMessage): boolean {
  if (message.type !== whole.type) return false;
  if (message.type === "human") return message.isOwn && whole.content === message.text;
  if (message.type !== "ai") return false;
  const ids = (whole.tool_calls ?? []).map((call) => call.id);
  if (ids.length > 0) return message.calls.some(({ id }) => ids.includes(id));
  return message.text !== "" && whole.content === message.text;
}
