import { createStore, type StoreApi } from "zustand/vanilla";
import { isAbort, isToolweaveError } from "@/lib/errors";
import { createWebLocks, type TabLocks } from "@/lib/headless";
import type { Attachment } from "@/lib/protocol";
import { type Clock, systemClock, type Transport, type WakeSource } from "@/lib/transport";
import type { AgentSession } from "../agent-session-type";
import type { DraftAttachment } from "../outbox/draft";

/**
 * How a file of the draft is on its way. `waiting`: there is no network, it goes on by itself. `failed` says whether the
 * same file may get there another time; one whose kind is not taken never will.
 */
export type UploadState =
  | { readonly status: "uploading"; readonly sentBytes: number }
  | { readonly status: "waiting" }
  | { readonly status: "failed"; readonly message: string | undefined; readonly canRetry: boolean };

export type Uploads = {
  /** By the id of the draft's attachment. A file that is not here is on the server, or has not begun. */
  readonly store: StoreApi<ReadonlyMap<string, UploadState>>;
  /** Tries a file again that failed. */
  retry(attachmentId: string): void;
  dispose(): void;
};

export type UploadsEnvironment = {
  readonly session: Pick<AgentSession, "store" | "setDraft">;
  readonly transport: NonNullable<Transport["attachments"]>;
  readonly isOffline: () => boolean;
  /** Calls back when the network may be there again. */
  readonly wake: WakeSource;
  /** Between the tabs of this browser; its own, as the clock, where absent. */
  readonly locks?: TabLocks;
  readonly clock?: Clock;
};

/** So long a file that was sent is nobody else's to send: by then the other tabs have the draft that says so. */
const SENT_LOCK_MS = 5_000;
const NO_LOCK = () => {};

/**
 * Sends the files of the draft that is shown, each as soon as it is attached, and writes into the draft what the server made
 * of it. A file that leaves the draft is stopped; one that comes back with it, after a reload too, is looked for on the
 * server and sent again if it is not there. Of several tabs that show a draft one sends a file (Web Lock
 * `toolweave:upload:<id>`); the others go on where it closes or fails.
 */
export function createUploads({
  session,
  transport,
  isOffline,
  wake,
  locks = createWebLocks(),
  clock = systemClock,
}: UploadsEnvironment): Uploads {
  const store = createStore<ReadonlyMap<string, UploadState>>(() => new Map());
  const running = new Map<string, AbortController>();
  /** Files that another tab sends. */
  const awaited = new Set<string>();
  let isOver = false;
  /** Files that the server is known to have. */
  const known = new Set<string>();

  const attachments = () => session.store.getState().draft.attachments;

  function show(id: string, state: UploadState | undefined): void {
    const states = new Map(store.getState());
    if (state) states.set(id, state);
    else states.delete(id);
    store.setState(states, true);
  }

  /** The draft's file as it stands now, with what the server made of it. */
  function write(id: string, uploaded: Attachment | undefined): void {
    const { text } = session.store.getState().draft;
    const next = attachments().map((file) => {
      if (file.id !== id) return file;
      const { uploaded: _, ...rest } = file;
      return uploaded ? { ...rest, uploaded } : rest;
    });
    session.setDraft(text, next);
  }

  function follow(): void {
    const files = attachments();
    const ids = new Set(files.map(({ id }) => id));
    for (const [id, abort] of running) if (!ids.has(id)) abort.abort();
    for (const id of store.getState().keys()) if (!ids.has(id)) show(id, undefined);
    for (const { id, uploaded } of files) {
      if (!uploaded || !awaited.has(id)) continue;
      running.get(id)?.abort();
      show(id, undefined);
    }
    for (const file of files) {
      if (running.has(file.id) || store.getState().has(file.id) || (file.uploaded && known.has(file.id))) continue;
      void begin(file);
    }
  }

  async function begin(file: DraftAttachment): Promise<void> {
    const abort = new AbortController();
    running.set(file.id, abort);
    if (!file.uploaded) show(file.id, { status: "uploading", sentBytes: 0 });
    try {
      if (file.uploaded && (await transport.exists(file.uploaded.id, abort.signal))) {
        known.add(file.id);
        return;
      }
      if (file.uploaded) write(file.id, undefined);
      await takeTurn(file, abort.signal, () => send(file, abort));
    } catch (error) {
      if (abort.signal.aborted || isAbort(error)) return;
      show(file.id, stateAfter(error));
    } finally {
      running.delete(file.id);
      if (abort.signal.aborted && !isOver) follow(); // it may be in the draft again
    }
  }

  /** Calls `act` once no other tab sends the file, unless one has by then. */
  async function takeTurn({ id }: DraftAttachment, signal: AbortSignal, act: () => Promise<void>): Promise<void> {
    const name = `toolweave:upload:${id}`;
    const take = () => locks.take(name).catch(() => NO_LOCK); // locks that cannot be asked are none
    let release = await take();
    while (release === undefined) {
      awaited.add(id);
      await locks.whenFree(name, signal).catch(() => {});
      awaited.delete(id);
      if (signal.aborted) return;
      release = await take();
    }
    try {
      await act();
    } catch (error) {
      release();
      throw error;
    }
    clock.setTimer(release, SENT_LOCK_MS);
  }

  async function send(file: DraftAttachment, abort: AbortController): Promise<void> {
    const onProgress = (sentBytes: number) => {
      if (!abort.signal.aborted) show(file.id, { status: "uploading", sentBytes });
    };
    const uploaded = await transport.upload(file, { signal: abort.signal, onProgress });
    if (abort.signal.aborted) return void transport.remove(uploaded.id).catch(() => {}); // the sweep takes it
    known.add(file.id);
    show(file.id, undefined);
    write(file.id, uploaded);
  }

  function stateAfter(error: unknown): UploadState {
    const isLost = isToolweaveError(error) && error.code === "connection_lost";
    if (isLost && isOffline()) return { status: "waiting" };
    if (!isToolweaveError(error) || isLost) return { status: "failed", message: undefined, canRetry: true };
    return { status: "failed", message: error.message, canRetry: error.code !== "unsupported" };
  }

  function again(id: string): void {
    if (running.has(id)) return;
    show(id, undefined);
    follow();
  }

  const stopFollowing = session.store.subscribe((state, before) => {
    if (state.draft.attachments !== before.draft.attachments) follow();
  });
  const stopWaking = wake(() => {
    for (const [id, { status }] of store.getState()) if (status === "waiting") again(id);
  });
  follow();
  return {
    store,
    retry: again,
    dispose: () => {
      isOver = true;
      stopFollowing();
      stopWaking();
      for (const abort of running.values()) abort.abort();
    },
  };
}
