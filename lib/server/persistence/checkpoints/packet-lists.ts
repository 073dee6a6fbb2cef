import type { BaseMessage } from "@langchain/core/messages";
import { isMessageList } from "./message-lists";

/**
 * LangGraph's channel of packets (`Send`). An agent gives each tool call a packet with the whole state in it: stored as
 * they are, three calls in a thread of a thousand messages are six thousand messages, written once and read at every look.
 */
export const PACKETS = "__pregel_tasks";

type Packet = { readonly node: string; readonly args: Record<string, unknown> };

/** A stored list that a packet's list begins with, and what comes after it. */
export type Beginning = { readonly listId: number; readonly rest: readonly BaseMessage[] };

/** Where lists were taken out, as text, and the id of the stored list that belongs there before what was left. */
export type TakenLists = Record<string, number>;

/**
 * A copy of one packet, or of several, in which a list of messages keeps only what comes after a stored list. `beginning`
 * finds that list for an argument of a packet; `undefined`: the list stays as it is.
 */
export async function takeLists(
  value: unknown,
  beginning: (argument: string, items: readonly BaseMessage[]) => Promise<Beginning | undefined>,
): Promise<{ readonly value: unknown; readonly taken: TakenLists }> {
  const taken: TakenLists = {};
  const packets = await Promise.all(
    [value].flat().map(async (packet: unknown, position) => {
      if (!isPacket(packet)) return packet;
      const args = { ...packet.args };
      for (const [argument, items] of Object.entries(packet.args)) {
        const found = isMessageList(items) ? await beginning(argument, items) : undefined;
        if (found === undefined) continue;
        args[argument] = found.rest;
        taken[keyOf(position, argument)] = found.listId;
      }
      return Object.assign(Object.create(Object.getPrototypeOf(packet)), packet, { args });
    }),
  );
  return { value: Array.isArray(value) ? packets : packets[0], taken };
}

/** Puts lists back into packets that were just read. `lists`: the stored ids by place. */
export async function putLists(
  value: unknown,
  lists: Readonly<TakenLists>,
  read: (listId: number) => Promise<BaseMessage[]>,
): Promise<void> {
  for (const [position, packet] of [value].flat().entries()) {
    if (!isPacket(packet)) continue;
    for (const [argument, rest] of Object.entries(packet.args)) {
      const listId = lists[keyOf(position, argument)];
      if (listId !== undefined && Array.isArray(rest)) packet.args[argument] = [...(await read(listId)), ...rest];
    }
  }
}

/** True for the key of a list inside a packet; a channel's own list has the channel's name. */
export function isInPacket(key: string): boolean {
  return key.startsWith(`["${PACKETS}",`);
}

function keyOf(position: number, argument: string): string {
  return JSON.stringify([PACKETS, position, argument]);
}

function isPacket(value: unknown): value is Packet {
  if (typeof value !== "object" || value === null || !("node" in value) || !("args" in value)) return false;
  const { args } = value;
  return typeof args === "object" && args !== null && Object.getPrototypeOf(args) === Object.prototype;
}
