import type { ErrorData } from "@/lib/protocol";

/** Why a run failed whose process is gone. */
export const SERVER_RESTARTED: ErrorData = {
  error: "ServerRestarted",
  code: "server_restarted",
  message: "The server restarted while this was running. What was saved is here; try again to go on.",
};

/** Why a run was stopped by a server that came to its own end. */
export const SERVER_STOPPED: ErrorData = {
  error: "ServerStopped",
  code: "server_stopped",
  message: "The server was stopped before this was finished. What had been written by then is kept.",
};
