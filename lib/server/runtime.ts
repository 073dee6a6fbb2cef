import { join, resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import {
  type AttachmentStore,
  createDiskAttachments,
  createMemoryAttachments,
  sweepOrphans,
  withAttachments,
} from "./attachments";
import { createKeyedLock, type KeyedLock } from "./keyed-lock";
import type { Storage } from "./persistence/storage";
import { createEventLog, type EventLog, type EventLogOptions } from "./runs/events/event-log";
import { createRunManager, type RunManager } from "./runs/run-manager";
import type { Telemetry } from "./telemetry/run-telemetry";

/** What exists once for a data folder or a storage, however many copies of this module a bundler makes. */
export type Runtime = {
  /** Its threads take their files along when they go. */
  readonly storage: Storage;
  readonly attachments: AttachmentStore;
  readonly log: EventLog;
  readonly runs: RunManager;
  /** By user: who adds to what one may keep counts it first, and nobody else adds in between. Taken before a thread's lock. */
  readonly withKept: KeyedLock;
  readonly isClosing: boolean;
  /** Takes no new runs, lets the others end or stops them, and closes the files. A second call waits for the first. */
  dispose(graceMs?: number): Promise<void>;
};

export type RuntimeOptions = {
  readonly eventLog?: EventLogOptions;
  readonly reportError: ReportError;
  readonly telemetry: Telemetry;
  readonly historyDays?: number | undefined;
  /** After what time a file that no message holds is removed. */
  readonly orphanMs: number;
  /** Where files are kept, in place of the data folder. */
  readonly attachments?: AttachmentStore | undefined;
};

/** Told about errors that no client can do anything about. */
export type ReportError = (error: unknown, context: Record<string, string>) => void;

/** Within what time everything ends after SIGTERM. */
const DISPOSE_GRACE_MS = 8_000;

/** How long readers may take to fetch the end of their runs, on top. */
const READERS_GRACE_MS = 1_000;
const POLL_MS = 20;
const SWEEP_EVERY_MS = 60 * 60_000;
/** Inside the data folder. */
const ATTACHMENTS_FOLDER = "attachments";
/** What readers have fetched still has to leave through their sockets before the process may exit. */
const FLUSH_MS = 100;

/** A data folder, or a storage that the host brings. */
export type Place = string | Storage;

type Registry = { readonly runtimes: Map<Place, Promise<Runtime>>; isListening: boolean };

const REGISTRY = Symbol.for("toolweave");

/** The process's own registry: route bundle and instrumentation each load their own copy of this module. */
function registry(): Registry {
  const holder = globalThis as { [REGISTRY]?: Registry };
  holder[REGISTRY] ??= { runtimes: new Map(), isListening: false };
  return holder[REGISTRY];
}

/** The runtime of a data folder or a storage; opened at first use. A failed opening is tried again at the next call. */
export function openRuntime(where: Place, options: RuntimeOptions): Promise<Runtime> {
  const { runtimes } = registry();
  const place = typeof where === "string" ? resolve(where) : where;
  const known = runtimes.get(place);
  if (known) return known;
  const opening = open(place, options);
  runtimes.set(place, opening);
  opening.catch(() => runtimes.delete(place));
  return opening;
}

/** Ends every runtime of this process. */
export async function disposeRuntimes(): Promise<void> {
  const open = [...registry().runtimes.values()];
  await Promise.all(open.map(async (runtime) => (await runtime).dispose()));
}

/**
 * Ends runs, then the process, on SIGTERM and Ctrl+C. A second signal ends it at once.
 * Leaves the exit to the host unless `exit` is given.
 */
export function disposeOnSignals(exit: ((code: number) => void) | undefined): void {
  const shared = registry();
  if (shared.isListening) return;
  shared.isListening = true;
  let isEnding = false;
  const end = () => {
    if (isEnding) return exit?.(1);
    isEnding = true;
    disposeRuntimes()
      .then(() => wait(FLUSH_MS))
      .then(
        () => exit?.(0),
        () => exit?.(1),
      );
  };
  process.on("SIGTERM", end);
  process.on("SIGINT", end);
}

async function open(place: Place, options: RuntimeOptions): Promise<Runtime> {
  const { eventLog, reportError, telemetry, historyDays, orphanMs } = options;
  const opened = typeof place === "string" ? await openFolder(place, reportError) : place;
  const attachments = options.attachments ?? ownAttachments(place);
  const storage = withAttachments(opened, attachments);
  const sweep = () => sweepOrphans(attachments, storage.threads, Date.now() - orphanMs);
  try {
    await storage.recover(reportError);
    await sweep();
  } catch (cause) {
    await storage.close();
    throw cause;
  }
  const sweeping = setInterval(() => sweep().catch((error: unknown) => reportError(error, {})), SWEEP_EVERY_MS).unref();
  const log = createEventLog({ metrics: telemetry.metrics, ...eventLog });
  const runs = createRunManager({ storage, log, telemetry, historyDays, reportError });
  let disposing: Promise<void> | undefined;
  return {
    storage,
    attachments,
    log,
    runs,
    withKept: createKeyedLock(),
    get isClosing() {
      return disposing !== undefined;
    },
    dispose(graceMs = DISPOSE_GRACE_MS) {
      disposing ??= (async () => {
        registry().runtimes.delete(place);
        clearInterval(sweeping);
        await runs.dispose(graceMs);
        await storage.close();
        await readersToLeave(log, Math.min(graceMs, READERS_GRACE_MS));
      })();
      return disposing;
    },
  };
}

/** Files beside the database, or in memory beside a storage that the host brings. */
function ownAttachments(place: Place): AttachmentStore {
  return typeof place === "string" ? createDiskAttachments(join(place, ATTACHMENTS_FOLDER)) : createMemoryAttachments();
}

/** SQLite is loaded only where it is used: a host that brings its storage needs no native module. */
async function openFolder(dataDir: string, reportError: ReportError): Promise<Storage> {
  const { openStorage } = await import("./persistence/sqlite/open-storage");
  return openStorage(dataDir, (error) => reportError(error, {}));
}

async function readersToLeave(log: EventLog, maxMs: number): Promise<void> {
  for (let waitedMs = 0; log.readerCount() > 0 && waitedMs < maxMs; waitedMs += POLL_MS) await wait(POLL_MS);
}
