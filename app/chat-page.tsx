"use client";

import { usePathname } from "next/navigation";
import { Chat } from "@/components";
import { AgentProvider } from "@/hooks";
import { useBrowserTools } from "./use-browser-tools";
import { useTheme } from "./use-theme";

/** The chat as a page: the address names the thread, and follows it without loading anything. */
export function ChatPage() {
  const threadId = threadIdIn(usePathname());
  const tools = useBrowserTools();
  const theme = useTheme();
  return (
    <div className="page">
      <AgentProvider apiUrl="/api" threadId={threadId} onThreadId={showInAddress} tools={tools}>
        <Chat theme={theme} isMain />
      </AgentProvider>
    </div>
  );
}

const THREAD_PREFIX = "/t/";

function threadIdIn(pathname: string): string | undefined {
  if (!pathname.startsWith(THREAD_PREFIX)) return undefined;
  return decodeURIComponent(pathname.slice(THREAD_PREFIX.length));
}

function showInAddress(threadId: string | undefined): void {
  const path = threadId === undefined ? "/" : `${THREAD_PREFIX}${encodeURIComponent(threadId)}`;
  if (window.location.pathname !== path) window.history.pushState(null, "", path);
}
