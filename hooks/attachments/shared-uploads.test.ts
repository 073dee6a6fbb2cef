import { afterEach, expect, it } from "vitest";
import { createAgentSession } from "@/lib/store";
import { createUploads, type Uploads } from "@/lib/store/uploads";
import { type AttachmentTransport, createMemoryTransport } from "@/lib/transport";
import { sharedUploads } from "./shared-uploads";

const leaving: (() => void)[] = [];
afterEach(() => {
  for (const leave of leaving.splice(0)) leave();
});

const transport: AttachmentTransport = {
  upload: () => new Promise(() => {}),
  exists: async () => true,
  remove: async () => {},
  addressOf: (path) => path,
};

/** A page whose code for uploads comes only where there is a network. */
function openPage() {
  const session = createAgentSession({ transport: createMemoryTransport({ script: () => {} }) });
  const wakes = new Set<() => void>();
  const facts = { isOffline: true, loads: 0 };
  const ready: (Uploads | undefined)[] = [];
  const join = () =>
    sharedUploads(session, transport, (uploads) => ready.push(uploads), {
      wake: (listener) => {
        wakes.add(listener);
        return () => void wakes.delete(listener);
      },
      load: async (...parts) => {
        facts.loads += 1;
        if (facts.isOffline) throw new TypeError("Failed to fetch dynamically imported module");
        return createUploads({ session: parts[0], transport: parts[1], isOffline: () => false, wake: () => () => {} });
      },
    });
  return { wakes, facts, ready, join };
}

it("asks again for the code that sends files when the network is back, and files are not forgotten until then", async () => {
  const { wakes, facts, ready, join } = openPage();
  leaving.push(join(), join());
  await expect.poll(() => wakes.size).toBe(2);
  facts.isOffline = false;
  for (const wake of [...wakes]) wake();
  await expect.poll(() => ready.length).toBe(2);
  expect(ready[0]).toBe(ready[1]);
  expect(facts.loads).toBe(2);
  expect(wakes.size).toBe(0);
});

it("asks no more once nobody looks at files", async () => {
  const { wakes, facts, join } = openPage();
  const leave = join();
  await expect.poll(() => wakes.size).toBe(1);
  leave();
  expect(wakes.size).toBe(0);
  expect(facts.loads).toBe(1);
});
