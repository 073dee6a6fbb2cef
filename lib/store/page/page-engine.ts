import type { StoreApi } from "zustand/vanilla";
import { createHttpTransport, type Transport } from "@/lib/transport";
import type { AgentSession } from "../agent-session-type";
import { createBranchStore } from "../branches/branch-store";
import { createChoiceStore } from "../choice/choice-store";
import { createAgentSession } from "../create-agent-session";
import type { EarlyWords } from "../outbox/early-words";
import { createBrowserOutboxStore } from "../outbox/outbox-store";
import type { SessionState } from "../session-state";
import { browserTabs } from "../tabs/tabs";
import type { PageSessionOptions } from "./create-page-session";

export type PageEngine = { readonly session: AgentSession; readonly transport: Transport };

/** The session of a page with all that a browser has for it: HTTP, the other tabs, storage. Nothing is sent or stored before it is opened. */
export function createPageEngine(
  options: PageSessionOptions,
  store: StoreApi<SessionState>,
  early: EarlyWords,
): PageEngine {
  const { apiUrl } = options;
  const transport = options.transport ?? createHttpTransport({ apiUrl });
  const tabs = browserTabs(apiUrl);
  const session = createAgentSession({
    ...options,
    transport,
    store,
    tabs,
    outboxStore: createBrowserOutboxStore(early.scope, tabs, early),
    branchStore: createBranchStore(apiUrl),
    choiceStore: createChoiceStore(apiUrl),
  });
  return { session, transport };
}
