import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { Chat } from "@/components";
import { AgentProvider } from "@/hooks";
import { browserTools, type HeadlessContext, implementTools } from "@/lib/headless";
import * as contracts from "./tools";

declare global {
  interface Window {
    /** The test's: counts an execution, and resolves when the test lets it end. */
    executed(name: string, callId: string): Promise<void>;
  }
}

const parameters = new URLSearchParams(location.search);

async function execute({ n }: { n: number }, { callId }: HeadlessContext, name: string) {
  await window.executed(name, callId);
  return { done: n };
}

const tools = implementTools(contracts, {
  work: (args, context) => execute(args, context, "work"),
  look: (args, context) => execute(args, context, "look"),
  ask: (args, context) => execute(args, context, "ask"),
  press: (args, context) => execute(args, context, "press"),
});

function showThread(threadId: string | undefined): void {
  if (threadId === undefined) return;
  parameters.set("thread", threadId);
  history.replaceState(null, "", `?${parameters}`);
}

const root = document.getElementById("root");
if (root) {
  createRoot(root).render(
    <StrictMode>
      <AgentProvider
        apiUrl="/api"
        agent={parameters.get("agent") ?? "agent"}
        threadId={parameters.get("thread") ?? undefined}
        onThreadId={showThread}
        tools={[...browserTools, ...tools]}
      >
        <Chat />
      </AgentProvider>
    </StrictMode>,
  );
}
