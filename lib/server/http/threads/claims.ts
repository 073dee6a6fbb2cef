import { setTimeout as wait } from "node:timers/promises";
import { ToolweaveError } from "@/lib/errors";
import { claimRequestSchema } from "@/lib/protocol";
import { threadNotFound } from "../../runs/refusals";
import { notPending } from "../../runs/request/read-resume";
import { readThreadBody } from "../exchange/own-threads";
import type { App, Services } from "../services";

/** How long a page may work on a browser tool before it must renew. */
const LEASE_MS = 120_000;

/** An interrupt is told before it is stored: a claim waits so long for the run that told it to come to its end. */
const RUN_END_MS = 2_000;

/** The judge of which page executes a browser tool: one holder at a time, for as long as the interrupt waits. */
export function addClaimRoutes(app: App, services: Services): void {
  const { storage, runs } = services.runtime;

  async function runEnds(threadId: string): Promise<void> {
    const [run] = await storage.runs.list(threadId, { limit: 1, offset: 0, status: "running" });
    if (run === undefined) return;
    const patience = new AbortController();
    const late = wait(RUN_END_MS, undefined, { signal: patience.signal }).catch(() => {}); // it ended before
    await Promise.race([runs.settled(run.run_id), late]);
    patience.abort();
  }

  app.post("/threads/:threadId/interrupts/:interruptId/claim", async (context) => {
    const { threadId, interruptId } = context.req.param();
    const { holder } = await readThreadBody(services, context, claimRequestSchema);
    if (runs.isBusy(threadId)) await runEnds(threadId);
    const { isGranted, claim } = await runs.withThread(threadId, async () => {
      const owner = await storage.threads.ownerOf(threadId); // the run, and the lock, may have been waited for
      if (owner !== context.var.user.userId) throw threadNotFound(threadId);
      const pending = Object.values(await storage.pendingInterrupts(threadId)).flat();
      if (!pending.some(({ id }) => id === interruptId)) throw notPending(interruptId);
      return storage.claims.take({ threadId, interruptId, holder, nowMs: Date.now(), leaseMs: LEASE_MS });
    });
    if (isGranted) return context.json(claim);
    throw new ToolweaveError("claimed_elsewhere", "Another page is running this tool.", {
      context: { holder: claim.holder, lease_expires_at: claim.lease_expires_at },
    });
  });
}
