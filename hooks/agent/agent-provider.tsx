"use client";

import { QueryClient, QueryClientContext, QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useCallback, useContext, useEffect, useMemo, useRef, useState } from "react";
import type { HeadlessTool, ToolEvent } from "@/lib/headless";
import { type AgentSession, type CustomEvent, createPageSession, type RunCallbacks, watchRuns } from "@/lib/store";
import type { Transport } from "@/lib/transport";
import { useRegisteredTools } from "../tools/use-headless-tools";
import { AgentContext } from "./agent-context";
import { type AgentStrings, AgentStringsContext, useSameStrings } from "./agent-strings";

export type AgentProviderProps = {
  /** Where the server's routes begin, "/api" when absent. A new value begins anew; so does a new `agent`. */
  readonly apiUrl?: string;
  /** The name of the agent. When absent: "agent" if the server has one of that name, else the first of its list. */
  readonly agent?: string;
  /** The thread to show; a new value opens that thread, `undefined` a new one. */
  readonly threadId?: string | undefined;
  /** Told when a thread was created or opened from inside, so that an address can follow. */
  readonly onThreadId?: (threadId: string | undefined) => void;
  readonly onRunStart?: RunCallbacks["onRunStart"];
  readonly onRunEnd?: RunCallbacks["onRunEnd"];
  readonly onError?: RunCallbacks["onError"];
  readonly tools?: readonly HeadlessTool[];
  readonly onTool?: (event: ToolEvent) => void;
  readonly onCustomEvent?: (event: CustomEvent) => void;
  /** Words in place of those that the parts below say; what is left out stays. Functions in it are best made outside of rendering. */
  readonly strings?: AgentStrings;
  /** In place of HTTP to `apiUrl`; the first one given stays. */
  readonly transport?: Transport;
  readonly children?: ReactNode;
};

const NO_TOOLS: readonly HeadlessTool[] = [];

/** One agent session for everything below. Inline objects and functions in its props never recreate anything. */
export function AgentProvider(props: AgentProviderProps) {
  const { apiUrl = "/api", agent } = props;
  return <SessionProvider key={`${agent ?? ""} ${apiUrl}`} {...props} apiUrl={apiUrl} />;
}

function SessionProvider(props: AgentProviderProps & { readonly apiUrl: string }) {
  const latest = useRef(props);
  useEffect(() => {
    latest.current = props;
  });
  const [{ session, transport }] = useState(() => {
    const { apiUrl, agent, threadId, transport } = props;
    return createPageSession({
      apiUrl,
      agent,
      threadId,
      transport,
      onThreadId: (created) => latest.current.onThreadId?.(created),
      onTool: (event) => latest.current.onTool?.(event),
      onCustomEvent: (event) => latest.current.onCustomEvent?.(event),
    });
  });
  useRegisteredTools(session, props.tools ?? NO_TOOLS);
  useEffect(() => watchRuns(session.store, () => latest.current), [session]);
  useOpenThread(session, props.threadId);
  const announceThread = useCallback((threadId: string | undefined) => latest.current.onThreadId?.(threadId), []);
  const scope = `toolweave ${props.apiUrl}`;
  const value = useMemo(
    () => ({ session, transport, apiUrl: props.apiUrl, scope, agentName: props.agent, announceThread }),
    [session, transport, props.apiUrl, scope, props.agent, announceThread],
  );
  const strings = useSameStrings(props.strings);
  return (
    <WithQueryClient>
      <AgentStringsContext.Provider value={strings}>
        <AgentContext.Provider value={value}>{props.children}</AgentContext.Provider>
      </AgentStringsContext.Provider>
    </WithQueryClient>
  );
}

/** A session that was left (StrictMode, Activity) is opened again on the thread that it had. */
function useOpenThread(session: AgentSession, threadId: string | undefined): void {
  const lastProp = useRef(threadId);
  useEffect(() => {
    void session.open(session.store.getState().threadId);
    return () => session.dispose();
  }, [session]);
  useEffect(() => {
    if (lastProp.current === threadId) return;
    lastProp.current = threadId;
    void session.open(threadId);
  }, [session, threadId]);
}

function WithQueryClient({ children }: { readonly children: ReactNode }) {
  const above = useContext(QueryClientContext);
  const [own] = useState(() => new QueryClient());
  return above === undefined ? <QueryClientProvider client={own}>{children}</QueryClientProvider> : children;
}
