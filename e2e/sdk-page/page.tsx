import type { Message } from "@langchain/langgraph-sdk";
import { useStream } from "@langchain/langgraph-sdk/react";
import { useState } from "react";
import { createRoot } from "react-dom/client";

const parameters = new URLSearchParams(location.search);
const apiUrl = parameters.get("api") ?? "";
const assistantId = parameters.get("agent") ?? "agent";

/** What the browser answers: the contract's shape, without asking anybody. */
const locate = {
  tool: { name: "get_location" },
  execute: async () => ({ latitude: 48.2, longitude: 16.37, accuracy_m: 20 }),
};

/** A page of somebody who knows nothing of Toolweave: LangGraph's own hook, and nothing else. */
function Page() {
  const [threadId, setThreadId] = useState(parameters.get("thread"));
  const stream = useStream<{ messages: Message[] }>({
    apiUrl,
    apiKey: parameters.get("key") ?? "",
    assistantId,
    threadId,
    onThreadId: (id) => {
      setThreadId(id);
      parameters.set("thread", id);
      history.replaceState(null, "", `?${parameters}`);
    },
    reconnectOnMount: true,
    fetchStateHistory: true,
    tools: [locate],
  });
  const [draft, setDraft] = useState("");
  const message = (content: string) => ({ messages: [{ type: "human" as const, content }] });

  return (
    <main aria-busy={stream.isLoading}>
      <ol aria-label="Messages">
        {stream.messages.map((shown, index) => {
          const metadata = stream.getMessagesMetadata(shown, index);
          const branches = metadata?.branchOptions ?? [];
          const at = branches.indexOf(metadata?.branch ?? "");
          const checkpoint = metadata?.firstSeenState?.parent_checkpoint;
          const previous = branches[at - 1];
          return (
            <li key={shown.id ?? index} data-type={shown.type}>
              <span>{typeof shown.content === "string" ? shown.content : JSON.stringify(shown.content)}</span>
              {shown.type === "ai" && checkpoint && (
                <button type="button" onClick={() => stream.submit(undefined, { checkpoint })}>
                  Regenerate
                </button>
              )}
              {shown.type === "human" && checkpoint && (
                <button type="button" onClick={() => stream.submit(message("edited"), { checkpoint })}>
                  Edit
                </button>
              )}
              {branches.length > 1 && (
                <span>
                  {at + 1} of {branches.length}
                </span>
              )}
              {previous !== undefined && (
                <button type="button" onClick={() => stream.setBranch(previous)}>
                  Previous
                </button>
              )}
            </li>
          );
        })}
      </ol>
      {stream.interrupt && (
        <section aria-label="Question">
          <p>{JSON.stringify(stream.interrupt.value)}</p>
          <button type="button" onClick={() => stream.submit(null, { command: { resume: "the red one" } })}>
            Answer
          </button>
        </section>
      )}
      {stream.error !== undefined && <p role="alert">{String(stream.error)}</p>}
      <p role="status">{stream.isLoading ? "working" : "ready"}</p>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          setDraft("");
          stream.submit(message(draft), { streamResumable: true, onDisconnect: "continue" });
        }}
      >
        <input aria-label="Message" value={draft} onChange={(event) => setDraft(event.target.value)} />
        <button type="submit">Send</button>
        <button type="button" onClick={() => stream.stop()}>
          Stop
        </button>
      </form>
    </main>
  );
}

const root = document.getElementById("root");
if (root) createRoot(root).render(<Page />);
