import { ToolweaveError } from "@/lib/errors";

/** A part of the client that a page loads when it first needs it. */
export type Part<Module> = {
  /** Undefined until it is loaded. */
  now(): Module | undefined;
  /** Loads it once. Rejects with `connection_lost` after the third failure; the next call tries again. */
  load(): Promise<Module>;
};

const WAITS_MS = [500, 2_000];

/** Parts that this page knows of: each is known once the part that needs it is loaded. */
const known = new Set<Part<unknown>>();

/** `open` is an `import()` of one module, so that a bundler makes a file of it. */
export function createPart<Module>(open: () => Promise<Module>): Part<Module> {
  let module: Module | undefined;
  let loading: Promise<Module> | undefined;
  const part: Part<Module> = {
    now: () => module,
    load: () => {
      loading ??= tryToOpen(open).then(
        (loaded) => {
          module = loaded;
          return loaded;
        },
        (cause: unknown) => {
          loading = undefined;
          throw cause;
        },
      );
      return loading;
    },
  };
  known.add(part);
  return part;
}

/** Loads every part that is known, so that a page which is offline later has them. What fails is tried again when it is needed. */
export async function loadAllParts(): Promise<void> {
  await Promise.all([...known].map((part) => part.load().catch(() => undefined)));
}

async function tryToOpen<Module>(open: () => Promise<Module>): Promise<Module> {
  for (const waitMs of WAITS_MS) {
    try {
      return await open();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, waitMs));
    }
  }
  try {
    return await open();
  } catch (cause) {
    const message = "A part of this page could not be loaded. Try again; if that does not help, reload the page.";
    throw new ToolweaveError("connection_lost", message, { cause });
  }
}
