import type { SessionEnvironment } from "../session-environment";

/** A deleted thread leaves nothing in this browser: neither what its tools gave nor that they ran. */
export async function forgetCalls({ page }: Pick<SessionEnvironment, "page">, threadId: string): Promise<void> {
  const headless = await page.load().catch(() => undefined); // then it stays for its time, as before
  await headless?.forgetThread(threadId);
}
