import { ToolweaveError } from "@/lib/errors";
import type { MessagesPage } from "@/lib/protocol";
import type { SessionEnvironment } from "../session-environment";
import type { CallState, MessageBranches } from "../session-state";
import type { ThreadModel } from "../thread/thread-model";
import { keepSame } from "../view/is-same-json";
import { type MessagePlace, placeBeforeFailure, placeOfTurn, versionsAt } from "./message-place";
import { readPlaces, toPlace } from "./read-places";

/** The branches of one thread. */
export type BranchList = {
  /** Reads them now and after each change, as long as somebody watches. */
  watch(): () => void;
  /** An earlier page of the shown branch came, with its places. */
  addEarlier(page: MessagesPage): void;
  /** The state was read: what is known of the branches may be old. */
  refresh(): Promise<void>;
  /**
   * Where the message, or the first answer of its turn, stands, and the key of that message. `answer`: of a person's
   * message the answer to it. Rejects with a ToolweaveError.
   */
  find(messageKey: string, what: "message" | "answer"): Promise<{ readonly key: string; readonly parentId: string }>;
  /** The checkpoint from which a call that failed can be run again. Rejects with a ToolweaveError. */
  findCall(callKey: string): Promise<string>;
};

export function createBranchList(
  model: ThreadModel,
  { transport, registry }: SessionEnvironment,
  announce: () => void,
  signal: AbortSignal,
): BranchList {
  const { view } = model;
  let watchers = 0;
  let readings = 0;
  /** Of the pages that were loaded one by one, oldest first. */
  let earlier: readonly MessagePlace[] = [];

  async function read(): Promise<readonly MessagePlace[]> {
    if (model.threadId === undefined || !model.isCreated) return [];
    const newest = await readPlaces(transport, model.threadId, {
      headId: model.checkpointId,
      count: model.loaded?.messages.length ?? Number.POSITIVE_INFINITY,
      signal,
    });
    const listed = new Set(newest.map(({ messageId }) => messageId));
    return [...earlier.filter(({ messageId }) => !listed.has(messageId)), ...newest];
  }

  async function update(): Promise<void> {
    readings += 1;
    const reading = readings;
    const places = await read().catch(() => undefined); // the next state that is read tries again
    if (places === undefined || reading !== readings || model.run !== undefined || model.isDetached) return;
    model.branches = toBranches(places);
    model.rerunnable = keepSet(model.rerunnable, rerunnableIn(places));
    model.isForked ||= places.some(({ siblings }) => siblings.length > 1);
    announce();
  }

  function toBranches(places: readonly MessagePlace[]): ReadonlyMap<string, MessageBranches> {
    const found = new Map<string, MessageBranches>();
    places.forEach(({ messageId }, position) => {
      const key = view.keyOf(messageId);
      const place = versionsAt(places, position);
      if (key === undefined || place === undefined) return;
      found.set(key, keepSame(model.branches.get(key), toMessageBranches(place)));
    });
    return found;
  }

  /** The keys of calls of the server that failed and can be run again. */
  function rerunnableIn(places: readonly MessagePlace[]): ReadonlySet<string> {
    const failed = new Set(places.flatMap(({ failedCallId }) => failedCallId ?? []));
    const calls = failed.size === 0 ? [] : [...view.calls.values()].filter(({ id }) => failed.has(id));
    return new Set(calls.filter((call) => placeOfCall(places, call) !== undefined).map(({ key }) => key));
  }

  function placeOfCall(places: readonly MessagePlace[], { id, name, messageId }: CallState): string | undefined {
    if (registry.find(name) !== undefined) return undefined; // a tool of this browser
    return placeBeforeFailure(places, { id, isMessage: (other) => view.keyOf(other) === messageId });
  }

  return {
    findCall: async (callKey) => {
      const call = view.calls.get(callKey);
      const checkpointId = call && placeOfCall(await read(), call);
      if (checkpointId !== undefined) return checkpointId;
      throw new ToolweaveError("not_found", "This cannot be run again: what came before it is not kept any more.");
    },
    watch: () => {
      watchers += 1;
      if (watchers === 1) void update();
      return () => {
        watchers -= 1;
      };
    },
    addEarlier: (page) => {
      earlier = [...page.messages.map(toPlace), ...earlier];
      model.branches = new Map([...model.branches, ...toBranches(earlier)]);
      model.rerunnable = new Set([...model.rerunnable, ...rerunnableIn(earlier)]);
    },
    refresh: async () => {
      if (watchers > 0 && model.run === undefined) await update();
    },
    find: async (messageKey, what) => {
      const places = await read();
      const position = places.findIndex(({ messageId }) => view.keyOf(messageId) === messageKey);
      const isQuestion = what === "answer" && places[position]?.isHuman === true;
      const place = placeOfTurn(places, isQuestion ? position + 1 : position);
      const key = view.keyOf(place?.messageId ?? "");
      if (isQuestion && place?.isHuman !== false) {
        throw new ToolweaveError("not_found", "There is no answer to this message yet that could be given again.");
      }
      if (place?.parentId !== undefined && key !== undefined) return { key, parentId: place.parentId };
      throw new ToolweaveError(
        "not_found",
        "This message cannot be written anew: what came before it is not kept any more.",
      );
    },
  };
}

function toMessageBranches({ checkpointId, parentId, siblings }: MessagePlace): MessageBranches {
  const index = siblings.findIndex((sibling) => sibling.checkpointId === checkpointId);
  return {
    index: Math.max(0, index),
    count: Math.max(1, siblings.length),
    checkpointIds: siblings.map(({ headId }) => headId),
    parentCheckpointId: parentId,
  };
}

/** The set of before where the next one holds the same. */
function keepSet(before: ReadonlySet<string>, next: ReadonlySet<string>): ReadonlySet<string> {
  return before.size === next.size && [...before].every((key) => next.has(key)) ? before : next;
}
