import type { AgentSession } from "@/lib/store";
import type { Uploads } from "@/lib/store/uploads";
import { type AttachmentTransport, browserIsOffline, browserWake } from "@/lib/transport";

type Shared = { readonly uploads: Promise<Uploads>; users: number };

/** One for a session, however many components look at its files. */
const shared = new WeakMap<AgentSession, Shared>();

/** Calls back when the code that sends files is there; the returned function leaves it, and the last one to leave ends it. */
export function sharedUploads(
  session: AgentSession,
  transport: AttachmentTransport,
  onReady: (uploads: Uploads | undefined) => void,
): () => void {
  const own = shared.get(session) ?? { uploads: load(session, transport), users: 0 };
  shared.set(session, own);
  own.users += 1;
  let isOver = false;
  own.uploads.then(
    (uploads) => {
      if (!isOver) onReady(uploads);
    },
    () => shared.delete(session), // the code did not come; the next file tries again
  );
  return () => {
    isOver = true;
    onReady(undefined);
    own.users -= 1;
    if (own.users > 0) return;
    shared.delete(session);
    own.uploads.then(({ dispose }) => dispose()).catch(() => {});
  };
}

async function load(session: AgentSession, transport: AttachmentTransport): Promise<Uploads> {
  const { createUploads } = await import("@/lib/store/uploads");
  return createUploads({ session, transport, isOffline: browserIsOffline, wake: browserWake });
}
