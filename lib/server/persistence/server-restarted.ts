import type { ErrorData } from "@/lib/protocol";

/** Why a run failed whose process is gone. */
export const SERVER_RESTARTED: ErrorData = {
  error: "ServerRestarted",
  code: "server_restarted",
  message: "The server restarted while this was running. What was saved is here; try again to go on.",
};
