/** Runs once when the server starts: checks the configuration, recovers unfinished runs, and ends runs on SIGTERM. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const { startServer } = await import("@/lib/server");
  const { default: config } = await import("@/toolweave.config");
  await startServer(config);
}
