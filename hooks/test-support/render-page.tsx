import type { ComponentType } from "react";
import type { Transport } from "@/lib/transport";
import { AgentProvider } from "../agent/agent-provider";
import { render } from "./render";

/** Renders a page below a provider in strict mode, in a new chat or in a thread. */
export function renderPage(Page: ComponentType, transport: Transport, threadId?: string) {
  return render(
    <AgentProvider transport={transport} threadId={threadId}>
      <Page />
    </AgentProvider>,
    { isStrict: true },
  );
}
