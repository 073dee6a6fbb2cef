import { createKeyedLock } from "../../keyed-lock";
import { quotaUsed } from "../refusals";
import type { AttachmentStore } from "../store/attachment-store";

/** A file costs a quota at least what it takes of a disk. */
const MIN_COST_BYTES = 4_096;
/** Of a file of unknown length so much is reserved ahead, so that not each piece of it has to ask; and no more of what is left. */
const STEP_BYTES = 256 * 1024;
const STEP_SHARE = 1 / 8;

/** What one upload may still take of its user's quota. */
export type QuotaShare = {
  /** Reserves more where `bytes` are not reserved yet. Rejects with `too_large` where there is no room. */
  growTo(bytes: number): Promise<void>;
  /** Called once, when the file is kept, and the store lists it, or is gone. */
  release(): Promise<void>;
};

/** What all files of a user may take together, those among them that are still coming in. */
export type Quota = {
  /** Rejects with `too_large` where there is no room for a file of so many bytes. */
  reserve(userId: string, bytes: number): Promise<QuotaShare>;
};

export function createQuota(store: Pick<AttachmentStore, "list">, quotaBytes: number): Quota {
  /** By user, what the store does not list yet. */
  const reserved = new Map<string, number>();
  /** What is asked of a user's quota is still true when it is reserved, and no file is missed between coming and kept. */
  const inTurn = createKeyedLock();

  function add(userId: string, bytes: number): void {
    const total = (reserved.get(userId) ?? 0) + bytes;
    if (total > 0) reserved.set(userId, total);
    else reserved.delete(userId);
  }

  async function freeBytes(userId: string): Promise<number> {
    const own = await store.list({ userId });
    const kept = own.reduce((total, { size }) => total + Math.max(size, MIN_COST_BYTES), 0);
    return quotaBytes - kept - (reserved.get(userId) ?? 0);
  }

  return {
    async reserve(userId, bytes) {
      let own = 0;
      const take = (wanted: number, ahead: number) =>
        inTurn(userId, async () => {
          const free = await freeBytes(userId);
          if (wanted > free) throw quotaUsed(quotaBytes);
          const taken = wanted + Math.min(ahead, Math.floor((free - wanted) * STEP_SHARE));
          own += taken;
          add(userId, taken);
        });
      await take(Math.max(bytes, MIN_COST_BYTES), 0);
      return {
        growTo: async (total) => {
          if (total > own) await take(total - own, STEP_BYTES);
        },
        release: () => inTurn(userId, async () => add(userId, -own)),
      };
    },
  };
}
