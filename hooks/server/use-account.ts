import { useQueryClient } from "@tanstack/react-query";
import type { Deletion } from "@/lib/transport";
import { useAgentContext } from "../agent/agent-context";
import { useInfo } from "./use-info";
import { useTransport } from "./use-transport";

/** What a person may do with all that the server keeps of them. */
export type Account = {
  /** The address of one archive with everything. */
  readonly exportUrl: string;
  /** Rejects where the server would not give the archive now. */
  checkExport(): Promise<void>;
  /** Deletes everything and shows an empty thread; rejects when the server could not. */
  deleteAll(): Promise<Deletion>;
};

/** The person's data on the server. Undefined where the server is not one of ours, or has not answered yet. */
export function useAccount(): Account | undefined {
  const { session, scope, announceThread } = useAgentContext("useAccount");
  const { info } = useInfo();
  const client = useQueryClient();
  const transport = useTransport("useAccount");
  const account = transport?.account;
  if (account === undefined || info?.toolweave === undefined) return undefined;
  return {
    exportUrl: account.exportUrl,
    checkExport: account.checkExport,
    async deleteAll() {
      const { threadId } = session.store.getState();
      const deletion = await account.deleteAll();
      if (threadId !== undefined) session.announce({ type: "thread-deleted", threadId });
      announceThread(undefined);
      await session.open(undefined);
      await transport?.info(); // makes the person known again, as somebody new
      await client.invalidateQueries({ queryKey: [scope] });
      return deletion;
    },
  };
}
