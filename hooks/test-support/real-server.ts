import { onTestFinished } from "vitest";
import type { ToolweaveConfig } from "@/lib/server";
import { createFixture, type Script, serve, TESTER } from "@/lib/server/test-support";
import { createHttpTransport, type Transport } from "@/lib/transport";

/** A Toolweave server of one test on loopback: real graphs, SQLite and HTTP behind a model that says what the script says. */
export async function startRealServer(
  script: Script,
  agents?: ToolweaveConfig["agents"],
  limits?: ToolweaveConfig["limits"],
): Promise<{ transport: Transport; url: string; newThread(): Promise<string> }> {
  const { handlers, client } = await createFixture(script, { ...(agents && { agents }), ...(limits && { limits }) });
  const server = await serve(handlers);
  onTestFinished(() => server.close());
  const url = `${server.url}/api`;
  return { transport: createHttpTransport({ apiUrl: url, headers: TESTER }), url, newThread: client.newThread };
}
