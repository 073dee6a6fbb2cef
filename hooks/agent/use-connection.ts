import { useMemo, useSyncExternalStore } from "react";
import { shallow } from "zustand/vanilla/shallow";
import type { SessionState } from "@/lib/store";
import { useSlice } from "../use-slice";
import { useAgentContext } from "./agent-context";

/** How the page is connected. `idle`: nothing is followed, so nothing is known beyond `isOnline`. */
export type Connection = {
  readonly state: "idle" | "connecting" | "open" | "reconnecting" | "lost";
  /** While reconnecting: which try it is, and the time until the next. */
  readonly attempt: number | undefined;
  readonly waitMs: number | undefined;
  /** What the browser says of its network; true where it says nothing. */
  readonly isOnline: boolean;
};

/** The connection of the run that is followed, and the browser's own word about its network. */
export function useConnection(): Connection {
  const { session } = useAgentContext("useConnection");
  const slice = useSlice(session.store, selectConnection, shallow);
  const isOnline = useSyncExternalStore(subscribeToNetwork, readNetwork, () => true);
  return useMemo(() => ({ ...slice, isOnline }), [slice, isOnline]);
}

function selectConnection({ status, reconnect, problem, runId }: SessionState): Omit<Connection, "isOnline"> {
  const [attempt, waitMs] = [reconnect?.attempt, reconnect?.waitMs];
  if (reconnect !== undefined) return { state: "reconnecting", attempt, waitMs };
  if (problem?.code === "connection_lost") return { state: "lost", attempt, waitMs };
  if (status === "submitting") return { state: "connecting", attempt, waitMs };
  return { state: runId === undefined ? "idle" : "open", attempt, waitMs };
}

function subscribeToNetwork(listener: () => void): () => void {
  window.addEventListener("online", listener);
  window.addEventListener("offline", listener);
  return () => {
    window.removeEventListener("online", listener);
    window.removeEventListener("offline", listener);
  };
}

function readNetwork(): boolean {
  return navigator.onLine !== false;
}
