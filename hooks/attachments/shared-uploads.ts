import type { AgentSession } from "@/lib/store";
import type { Uploads } from "@/lib/store/uploads";
import { type AttachmentTransport, browserIsOffline, browserWake, type WakeSource } from "@/lib/transport";

type Load = (session: AgentSession, transport: AttachmentTransport) => Promise<Uploads>;
type Shared = { readonly uploads: Promise<Uploads>; users: number };

/** One for a session, however many components look at its files. */
const shared = new WeakMap<AgentSession, Shared>();

/**
 * Calls back when the code that sends files is there; where it does not come it is asked for again when the network may be
 * back. The returned function leaves it, and the last one to leave ends it.
 */
export function sharedUploads(
  session: AgentSession,
  transport: AttachmentTransport,
  onReady: (uploads: Uploads | undefined) => void,
  { wake = browserWake, load = loadUploads }: { readonly wake?: WakeSource; readonly load?: Load } = {},
): () => void {
  let isOver = false;
  let stopWaking = () => {};
  let joined: Shared | undefined;

  function join(): void {
    const own = shared.get(session) ?? { uploads: load(session, transport), users: 0 };
    shared.set(session, own);
    own.users += 1;
    joined = own;
    own.uploads.then(
      (uploads) => {
        if (!isOver) onReady(uploads);
      },
      () => {
        if (shared.get(session) === own) shared.delete(session);
        joined = undefined;
        if (!isOver) stopWaking = wake(tryAgain);
      },
    );
  }

  function tryAgain(): void {
    stopWaking();
    join();
  }

  function leave(own: Shared): void {
    own.users -= 1;
    if (own.users > 0) return;
    shared.delete(session);
    own.uploads.then(({ dispose }) => dispose()).catch(() => {});
  }

  join();
  return () => {
    isOver = true;
    stopWaking();
    onReady(undefined);
    if (joined !== undefined) leave(joined);
  };
}

async function loadUploads(session: AgentSession, transport: AttachmentTransport): Promise<Uploads> {
  const { createUploads } = await import("@/lib/store/uploads");
  return createUploads({ session, transport, isOffline: browserIsOffline, wake: browserWake });
}
